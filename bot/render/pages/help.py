"""What /help says: what the bot is, and its commands by what people want to do."""

from __future__ import annotations

HELP = """\
### Help
Idle Year deals patience games: Accordion, first printed in 1883 as *The Idle Year*, and its relatives. \
Tap the buttons under the board to play; your game is saved after every move. \
Hints tell you what is proven and what is a guess, and each day has a deal that is the same for everyone.

**Play.** /play · /board brings your game back
**Today's deals.** /daily play · /daily results · /daily proof
**Deal a game.** /play, or /deal accordion and the other families
**Make a move.** /move · /undo · /redo · /resign
**Get advice.** /hint · /check
**Look back.** /review · /share · /replay · /stats · /year
**Play with others.** /race start · /race stop · /leaderboard
**Learn.** /rules · /odds · /about
**Change how cards look.** /settings
**Your data.** /privacy export · /privacy delete
**Manage a server.** /server setup, and what /server leaderboard offers"""
