"""Where the pictures of the cards come from; `bot.render.cards.pictures` hands them out."""
