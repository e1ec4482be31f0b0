internal import PagerDaemon

runPagerd()
