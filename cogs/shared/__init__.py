"""What the features share: replies, checks, routes, the settings in force."""
