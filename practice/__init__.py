"""The bot without Discord: a made-up league in the browser, on the real cogs and a passing store."""
