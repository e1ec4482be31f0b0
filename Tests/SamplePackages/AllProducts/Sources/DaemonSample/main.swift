import PagerDaemon

// Runs pagerd without additions.
runPagerd()
