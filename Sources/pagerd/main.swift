#if os(Linux)
    internal import PagerDaemon

    runPagerd()
#else
    print(
        "pagerd runs only on Linux; on this system only the libraries Containment, "
            + "ContainmentTesting and PagerClient are available")
#endif
