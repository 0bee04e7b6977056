"""What /help says: what the bot is, and its commands by what people want."""

from __future__ import annotations

HELP = """\
### Help
Idle Year deals patience games: Accordion, first printed in 1883 as *The Idle Year*, and its relatives. \
Tap the buttons under the board to play; your game is saved after every move. \
Hints tell you what is proven and what is a guess, and each day has a deal that is the same for everyone.

**Play.** /play · /daily play · /board brings your game back
**Deal a game.** /deal accordion · /deal marriage · /deal cribbage · /deal napoleon · /deal pyramid
**Make a move.** /move · /undo · /redo · /resign
**Get advice.** /hint · /check says whether you can still win
**Look back.** /review · /share · /stats · /year · /replay a game from a file
**Play with others.** /race start · /race stop · /leaderboard · /daily results · /daily proof
**Learn.** /rules · /odds · /about
**Change how cards look.** /settings
**Your data.** /privacy export · /privacy delete
**Run a server.** /server setup · /server leaderboard hide · /server leaderboard show · \
/server leaderboard reset · /server leaderboard export"""
