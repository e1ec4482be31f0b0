import CLinux
import Glibc
import PagerServer

/// Compares the memory of a service with the sum of its limits.
enum Soak {
    /// The number of commands in a run, and between two measurements.
    private static let (length, interval) = (1_000, 100)

    /// Runs series of 1,000 commands, alternately from one client and from 300.
    ///
    /// - Parameter isBounded: whether the service has limits; without them the run must fail.
    /// - Returns: 1 if the process has more memory than the limits allow. The excess is printed.
    static func run(_ commands: Int, seed firstSeed: UInt64, isBounded: Bool) -> Int32 {
        // With one arena, memory that one thread frees is available to all.
        mallopt(M_ARENA_MAX, 1)
        // From here on, code and tables are loaded and no longer affect the measurement.
        var warmUp = SoakRun(seed: 0, clients: 1, isBounded: true)
        for _ in 0..<interval { warmUp.step() }
        let baseline = residentBytes()
        var seed = firstSeed
        var done = 0
        var closest = 0.0
        var largest = 0
        while done < commands {
            let clients = seed % 2 == 0 ? 300 : 1
            var run = SoakRun(seed: seed, clients: clients, isBounded: isBounded)
            for number in 1...length {
                run.step()
                guard number % interval == 0 else { continue }
                let held = residentBytes() - baseline
                let most = allowed(run.bound)
                closest = max(closest, Double(held) / Double(most))
                largest = max(largest, held)
                guard held > most else { continue }
                print(
                    "seed \(seed), \(clients) clients, command \(number): \(held) bytes are held, the "
                        + "limits allow \(run.bound), with the allocator's share \(most)")
                return 1
            }
            done += length
            seed += 1
        }
        print(
            "soak: \(done) commands, seeds \(firstSeed) to \(seed - 1), at most "
                + "\(largest >> 10) KiB and \(Int(closest * 100)) % of what is allowed, on a baseline "
                + "of \(baseline >> 10) KiB")
        return 0
    }

    /// Returns the allowed memory: the bound plus half of it, because the allocator rounds sizes up
    /// and keeps partly used pages, plus some megabytes of fixed cost.
    private static func allowed(_ bound: Int) -> Int { bound + bound / 2 + (6 << 20) }

    /// Returns the resident memory of this process after the allocator has released free pages.
    private static func residentBytes() -> Int {
        malloc_trim(0)
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 128)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
        let text = String(decoding: buffer.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
