internal import PagerModel

/// The maximum numbers of connections. They are lower if the system limits open files.
struct ConnectionLimits: Equatable {
    /// All connections.
    let all: Int
    /// Connections that have not proved a right with a token, a cookie or a folder key.
    let strangers: Int
    /// Strangers for whom connections with a right make room, so that `/health` always replies and
    /// a browser can always send its token.
    let reserved: Int
    /// Browsers, and those of them that may only watch.
    let browsers: Int
    let watchers: Int
    /// New connections that a listening socket accepts before the others are served again. Two
    /// sockets together accept only a part of `strangers`, so that a new connection can send its
    /// request before others take its place.
    let accepted: UInt

    /// The files and sockets that pagerview needs besides its connections.
    private static let ownDescriptors = 64

    /// - Parameter descriptors: The files and sockets that the process may have open.
    init(descriptors: Int) {
        // Each connection may have a file open in addition to its socket.
        all = max(16, min(256, (descriptors - Self.ownDescriptors) / 2))
        strangers = all * 3 / 8
        reserved = strangers / 4
        browsers = min(BrowserHub.mostBrowsers, all - strangers)
        watchers = min(BrowserHub.mostWatchers, browsers * 3 / 4)
        accepted = UInt(max(1, min(16, strangers / 6)))
    }
}

/// The connections whose sockets are open, and the rule that decides which of them ends first.
struct Connections {
    let limits: ConnectionLimits
    private var open: [ObjectIdentifier: BrowserConnection] = [:]

    init(_ limits: ConnectionLimits) { self.limits = limits }

    var all: [BrowserConnection] { Array(open.values) }

    mutating func add(_ connection: BrowserConnection) {
        open[ObjectIdentifier(connection)] = connection
    }

    mutating func remove(_ connection: BrowserConnection) {
        open[ObjectIdentifier(connection)] = nil
    }

    /// The connection that must end next because a limit is exceeded; nil if none is. O(number of
    /// connections).
    ///
    /// A browser's WebSocket never ends here, because `browsers` leaves room for `strangers`.
    var surplus: BrowserConnection? {
        let strangers = open.values.count { $0.right == nil }
        if strangers > limits.strangers { return oldestStranger }
        guard open.count > limits.all else { return nil }
        return longestSilent(.watch) ?? (strangers > limits.reserved ? oldestStranger : nil)
            ?? longestSilent(.command) ?? oldestStranger
    }

    var oldestStranger: BrowserConnection? {
        open.values.filter { $0.right == nil }.min { $0.number < $1.number }
    }

    /// Returns the connection for HTTP requests that has been silent longest.
    private func longestSilent(_ right: AccessTokens.Right) -> BrowserConnection? {
        open.values.filter { $0.right == right && $0.standing.browser == nil }
            .min { ($0.heard, $0.number) < ($1.heard, $1.number) }
    }
}
