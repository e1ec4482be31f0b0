import CLinux
import Glibc
import PagerServer

/// Holds the memory of a service against the sum of its limits.
enum Soak {
    /// Commands of one run, and those between two looks at the memory.
    private static let (length, interval) = (1_000, 100)

    /// Runs of 1,000 commands: one client, and 300, in turn.
    ///
    /// - Parameter isBounded: whether the service has limits; without them it has to fail.
    /// - Returns: 1 where the process has more memory than the limits allow, which it prints.
    static func run(_ commands: Int, seed firstSeed: UInt64, isBounded: Bool) -> Int32 {
        // One arena, so that what one thread frees is there for all.
        mallopt(M_ARENA_MAX, 1)
        // Code and tables are in memory from here on, and count for nobody.
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

    /// The allocator rounds sizes up and keeps pages that are partly in use: half of what is held,
    /// and some megabytes however little that is.
    private static func allowed(_ bound: Int) -> Int { bound + bound / 2 + (6 << 20) }

    /// Resident memory of this process, when the allocator has given back what it can.
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
