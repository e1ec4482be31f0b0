import Glibc

/// What a piece of work costs: the processor time of this thread, which other programs and
/// threads do not change.
package enum ProcessorTime {
    /// The cheapest of up to three runs, in seconds. Stops at the first that is cheap enough.
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

/// Texts that cost a comparison by canonical equivalence the square of their length.
package enum CombiningMarks {
    /// So many bytes: one `a` and combining marks in an order that is not the canonical one.
    package static func text(_ bytes: Int, end: String = "") -> String {
        let pairs = String(repeating: "\u{301}\u{323}", count: bytes / 4)
        return "a" + pairs + end
    }

    /// As many bytes that cost nothing.
    package static func plain(_ bytes: Int, end: String = "") -> String {
        "a" + String(repeating: "bcde", count: bytes / 4) + end
    }
}
