"""What people see: one folder per slash command group; the only place that imports discord."""
