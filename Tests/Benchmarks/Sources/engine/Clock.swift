import Glibc

/// Seconds of the monotonic clock.
func now() -> Double { now(CLOCK_MONOTONIC) }

private func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the elapsed time of the body in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return now() - start
}

/// Returns the processor time of the body in seconds, including the kernel's. Other processes do
/// not affect it.
func secondsOfWork(_ body: () throws -> Void) rethrows -> Double {
    let start = now(CLOCK_PROCESS_CPUTIME_ID)
    try body()
    return now(CLOCK_PROCESS_CPUTIME_ID) - start
}
