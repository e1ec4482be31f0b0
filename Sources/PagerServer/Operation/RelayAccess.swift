internal import PagerPaths
internal import PagerWire

/// The keys of a relay, and the clients that may subscribe to it.
package struct RelayAccess: Sendable {
    /// The path of the file with the relay's secret key. The key identifies the relay to the daemon
    /// and to the subscribers.
    package var key: String?
    /// The path of the file with the access list of the subscribers.
    package var access: String?
    /// The public key of the daemon, or the path of a file that contains the key.
    package var server: String?
    /// Whether every host that reaches the port may subscribe, without authentication.
    package var admitsEveryone = false

    package init() {}

    /// Reads the key and the access list.
    ///
    /// - Throws: `StartProblem` if a file cannot be read or is not valid, or if `key` or `access`
    ///   is set together with `admitsEveryone`, the option that lets every host subscribe.
    func security() throws(StartProblem) -> SocketSecurity {
        try SocketSecurity(key: key, access: access, insecureTCP: admitsEveryone)
    }

    /// Returns the daemon's public key, or nil if none is given.
    ///
    /// - Throws: `StartProblem` if the key cannot be read, or if the relay has no key of its own.
    func serverKey() throws(StartProblem) -> String? {
        guard let server else { return nil }
        guard key != nil else {
            throw StartProblem("--server-key needs the relay's own key: --key FILE")
        }
        if AccessList.isKey(server) { return server }
        let text = try SocketSecurity.text(server, isSecret: false)
        let key = String(text.trimmed)
        guard AccessList.isKey(key) else {
            throw StartProblem(
                "\(server) contains no public key; pass the .pub file that `pagerctl keys new` "
                    + "wrote for the daemon")
        }
        return key
    }
}
