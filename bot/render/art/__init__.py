"""Where the pictures of the cards come from; `bot.render.cards` hands them out."""
