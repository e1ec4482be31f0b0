"""Programs that connect a daemon to other systems. Each needs an extra of this package."""
