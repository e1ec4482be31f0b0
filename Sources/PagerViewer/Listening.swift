internal import NIOCore
internal import NIOSSL
internal import PagerModel

/// The address that pagerview listens on, and the hosts by which browsers can reach it.
struct Listening: Equatable {
    /// The IP address as text. An IPv6 address is in brackets.
    let host: String
    let port: Int

    /// Parses an IP address with a port.
    ///
    /// - Parameter text: An address such as `127.0.0.1:8000`, `0.0.0.0:8443` or `[::]:8443`.
    /// - Returns: Nil if the text is not an IP address with a port.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        self.init(host: String(text[..<colon]), port: Int(port))
    }

    init?(host: String, port: Int) {
        self.host = host == "localhost" ? "127.0.0.1" : host
        self.port = port
        guard host.contains(":") == host.hasPrefix("["), socketAddress(port: port) != nil else {
            return nil
        }
    }

    func socketAddress(port: Int) -> SocketAddress? {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        // Host names are not accepted, because a name could resolve to any address.
        return try? SocketAddress(ipAddress: bare, port: port)
    }

    /// Whether the address is reachable only from this machine.
    var isLoopback: Bool { host.hasPrefix("127.") || host == "[::1]" }

    private var isEverywhere: Bool { host == "0.0.0.0" || host == "[::]" }

    /// Returns the hosts by which browsers can reach the address: the hosts in `added`, and the
    /// address itself. For `0.0.0.0` and `[::]`, all addresses of this machine replace the address
    /// itself. The names of loopback, such as `localhost`, are included if the address includes
    /// loopback. When pagerview is ready, it prints the first host.
    func hosts(adding added: [String]) -> [String] {
        let loopback = ["127.0.0.1", "localhost", "[::1]"]
        let all =
            isLoopback
            ? [host] + loopback + added
            : isEverywhere ? added + Self.addressesOfThisMachine + loopback : added + [host]
        var known: Set<TextKey> = []
        return all.filter { known.insert(TextKey($0)).inserted }
    }

    private static var addressesOfThisMachine: [String] {
        // If the network devices cannot be listed, only the names of `--allow-host` work.
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { device in
            switch device.address {
            case .v4: device.address?.ipAddress
            // A link-local address contains the name of the link, which no browser sends.
            case .v6: device.address?.ipAddress.flatMap { $0.hasPrefix("fe80") ? nil : "[\($0)]" }
            default: nil
            }
        }.filter { $0 != "127.0.0.1" && $0 != "[::1]" }
    }
}

/// Functions that set up TLS with a certificate and its private key.
enum Encryption {
    /// Reads a certificate and its key, and returns the TLS context for them.
    ///
    /// - Parameters:
    ///   - certificate: The path of a file with the certificate in PEM form. The certificates of
    ///     the issuers may follow in the same file.
    ///   - key: The path of a file with the certificate's private key in PEM form.
    /// - Throws: `Problem` with the path of the invalid file and the reason.
    static func context(certificate: String, key: String) throws(Problem) -> NIOSSLContext {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw Problem(
                text: "--tls-cert \(certificate) is not a certificate in PEM form: \(error)")
        }
        let secret: NIOSSLPrivateKey
        do { secret = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw Problem(text: "--tls-key \(key) is not a key in PEM form: \(error)")
        }
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
        settings.minimumTLSVersion = .tlsv12
        settings.applicationProtocols = ["http/1.1"]
        do { return try NIOSSLContext(configuration: settings) } catch {
            throw Problem(
                text: "--tls-key \(key) does not belong to --tls-cert \(certificate): \(error)")
        }
    }

    struct Problem: Error { let text: String }
}
