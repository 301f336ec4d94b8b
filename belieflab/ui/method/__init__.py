"""What every method page shares: controls, runs, player, pins, export, tabs."""
