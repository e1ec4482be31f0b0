import Glibc

/// The cost of a piece of work as processor time of this thread, which other programs and threads
/// do not affect.
package enum ProcessorTime {
    /// Returns the lowest time of up to three runs, in seconds. Stops at the first run below
    /// `enough`.
    package static func of(enough: Double = 0, _ work: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<3 {
            let start = now()
            try work()
            best = min(best, now() - start)
            if best <= enough { break }
        }
        return best
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Texts for which a comparison by canonical equivalence takes quadratic time.
package enum CombiningMarks {
    /// Returns a text of a given size: one `a` and combining marks in a non-canonical order.
    package static func text(_ bytes: Int, end: String = "") -> String {
        let pairs = String(repeating: "\u{301}\u{323}", count: bytes / 4)
        return "a" + pairs + end
    }

    /// Returns a text of the same size without combining marks.
    package static func plain(_ bytes: Int, end: String = "") -> String {
        "a" + String(repeating: "bcde", count: bytes / 4) + end
    }
}
