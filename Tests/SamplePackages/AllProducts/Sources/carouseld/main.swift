import Carousel
import PagerDaemon

// pagerd with the carousel in it: the same flags, sockets and limits.
runPagerd(adding: .carousel)
