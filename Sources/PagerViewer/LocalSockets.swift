internal import Foundation
internal import Glibc

/// Where a connection comes from: an address and a port, which no two open ones share.
struct Peer: Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(address: String, port: UInt16) {
        description = "\(address):\(port)"
    }
}

/// What the kernel knows of this process's own connections.
enum LocalSockets {
    /// A connection as it stands.
    struct Connection {
        let descriptor: Int32
        let peer: Peer
        /// Bytes that have come, whether or not anybody has read them.
        let received: UInt64
    }

    /// The connections that others have opened to a port of this process.
    static func connections(to port: UInt16) -> [Connection] {
        descriptors().compactMap { descriptor in
            guard name(descriptor, getsockname)?.sin_port == port.bigEndian,
                let other = name(descriptor, getpeername), let received = received(descriptor)
            else { return nil }
            return Connection(descriptor: descriptor, peer: Peer(other), received: received)
        }
    }

    /// Ends a connection in both directions; who reads from it finds its end.
    static func end(_ connection: Connection) {
        // It may have ended by itself meanwhile, and its number may be another's.
        guard let other = name(connection.descriptor, getpeername),
            Peer(other) == connection.peer
        else { return }
        // Without a farewell: who sends without an end waits for none.
        var linger = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(
            connection.descriptor, SOL_SOCKET, SO_LINGER, &linger,
            socklen_t(MemoryLayout.size(ofValue: linger)))
        _ = shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }

    /// Lets the process have many open files, as far as it may: the server ends when it can take
    /// no connection, and a crowd of them comes faster than they are sent away.
    static func allowManyFiles() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        // Where it is refused there are as many as before.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func descriptors() -> [Int32] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return (names ?? []).compactMap { Int32($0) }
    }

    private static func name(
        _ descriptor: Int32,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> sockaddr_in? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &size) }
        }
        return status == 0 && address.sin_family == sa_family_t(AF_INET) ? address : nil
    }

    /// `tcpi_bytes_received` of the kernel's `tcp_info`, which libc's own is too short for.
    private static func received(_ descriptor: Int32) -> UInt64? {
        let place = 128
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { buffer in
            var size = socklen_t(buffer.count)
            let status = getsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_INFO, buffer.baseAddress, &size)
            guard status == 0, Int(size) >= place + 8 else { return nil }
            return buffer.load(fromByteOffset: place, as: UInt64.self)
        }
    }
}

extension Peer {
    fileprivate init(_ address: sockaddr_in) {
        let bytes = withUnsafeBytes(of: address.sin_addr.s_addr) { Array($0) }
        self.init(
            address: bytes.map(String.init).joined(separator: "."),
            port: UInt16(bigEndian: address.sin_port))
    }
}
