import Glibc

/// A peer that implements ZMTP itself, so that it can stop where a library would continue.
public final class RawPeer {
    public struct Problem: Error, CustomStringConvertible { public let description: String }

    public let descriptor: Int32

    /// The time limit for an expected message, in milliseconds.
    private static let patience: Int32 = 60_000

    /// Connects to an endpoint of ipc or of tcp on 127.0.0.1, and sends nothing.
    public init(_ endpoint: String) throws {
        let isLocal = endpoint.hasPrefix("ipc://")
        descriptor = socket(isLocal ? AF_UNIX : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let result =
            isLocal
            ? Self.connect(descriptor, path: String(endpoint.dropFirst("ipc://".count)))
            : Self.connect(descriptor, port: UInt16(endpoint.split(separator: ":").last!)!)
        guard result == 0 else { throw Problem(description: "connect \(endpoint): \(errno)") }
    }

    deinit { close(descriptor) }

    private static func connect(_ descriptor: Int32, path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func connect(_ descriptor: Int32, port: UInt16) -> Int32 {
        var address = loopback(port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    /// Performs the ZMTP handshake for a socket type, without authentication.
    ///
    /// - Parameter claims: further properties that the peer gives itself.
    public func shakeHands(as type: String, claiming claims: [String: String] = [:]) throws {
        var greeting: [UInt8] = [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0]
        greeting += Array("NULL".utf8) + [UInt8](repeating: 0, count: 16 + 1 + 31)
        say(greeting)
        _ = try take(64)
        var ready = Self.text("READY")
        for (name, value) in claims.merging(["Socket-Type": type], uniquingKeysWith: { $1 }) {
            ready += Self.text(name) + [0, 0, 0] + Self.text(value)
        }
        say([4, UInt8(ready.count)] + ready)
        let header = try take(2)
        _ = try take(Int(header[1]))
    }

    private static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count)] + Array(text.utf8)
    }

    /// Subscribes to a prefix and waits for the welcome.
    public func subscribe(_ prefix: String = "") throws {
        say([0, UInt8(prefix.utf8.count + 1), 1] + Array(prefix.utf8))
        var heard: [UInt8] = []
        while !String(decoding: heard, as: UTF8.self).contains("welcome") {
            heard += try take(1)
        }
    }

    public func say(_ bytes: [UInt8]) {
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a request without waiting for the reply, as a DEALER does. Returns false if the kernel
    /// does not take all of it now.
    @discardableResult
    public func ask(_ request: String) -> Bool {
        let text = Array(request.utf8)
        precondition(text.count < 256, "the frame of a short message has one byte of length")
        let frames = [1, 0, 0, UInt8(text.count)] + text
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        return send(descriptor, frames, frames.count, flags) == frames.count
    }

    /// Reads an exact number of bytes.
    ///
    /// - Throws: `Problem` if fewer arrive.
    public func take(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = try read(count - bytes.count) else {
                throw Problem(description: "the connection has ended after \(bytes)")
            }
            bytes += more
        }
        return bytes
    }

    /// Waits for a byte, at most for a time in milliseconds. Returns whether one has come.
    public func hears(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, milliseconds) > 0
    }

    /// Reads without replying until the other end closes the connection.
    ///
    /// - Throws: `Problem` if the connection stays open.
    public func awaitEnd() throws { while try read(65_536) != nil {} }

    /// Waits until the other end has closed the connection, without reading.
    public func awaitClosing() throws {
        let closed: Int16 = 0x2000  // POLLRDHUP, which Swift's Glibc module does not import
        var polled = pollfd(fd: descriptor, events: closed, revents: 0)
        guard poll(&polled, 1, Self.patience) > 0 else {
            throw Problem(description: "the connection is not closed")
        }
    }

    /// Returns the received bytes, or nil at the end of the connection.
    private func read(_ most: Int) throws -> [UInt8]? {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, Self.patience) > 0 else {
            throw Problem(description: "nothing has come, and no end")
        }
        var buffer = [UInt8](repeating: 0, count: most)
        let count = recv(descriptor, &buffer, most, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }
}
