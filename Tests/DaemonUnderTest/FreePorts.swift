internal import Glibc
internal import Synchronization

/// Ports on loopback that are not in use.
package enum FreePorts {
    /// Ports that the kernel does not assign by itself, so that no connection of another test takes
    /// one before the daemon binds it. The Python tests take others.
    private static let range: Range<UInt16> = 26_000..<32_768
    /// How many ports this process has tried. Each gets another one, beginning anywhere, because
    /// several processes may run these tests.
    private static let tried = Atomic(Int.random(in: 0..<range.count))
    private static let attempts = 1_000

    package static func take(_ count: Int) throws -> [UInt16] {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        var ports: [UInt16] = []
        for _ in 0..<attempts where ports.count < count {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            sockets.append(descriptor)
            let number = tried.add(1, ordering: .relaxed).oldValue % range.count
            let port = range.lowerBound + UInt16(number)
            if bind(descriptor, to: port) { ports.append(port) }
        }
        guard ports.count == count else { throw TestDaemon.Problem(description: "no free port") }
        return ports
    }

    private static func bind(_ descriptor: Int32, to port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
