import PagerDaemon

// pagerd itself, with nothing added.
runPagerd()
