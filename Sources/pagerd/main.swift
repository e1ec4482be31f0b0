#if os(Linux)
    internal import PagerDaemon

    runPagerd()
#else
    print("pagerd runs on Linux alone; here there are Containment, ContainmentTesting, PagerClient")
#endif
