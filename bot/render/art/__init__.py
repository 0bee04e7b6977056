"""Where the pictures of the cards come from; `bot.render.pictures` hands them out."""
