internal import NIOHTTP1
internal import PagerModel
internal import Synchronization

/// A checker that finds out whether external sites respond, and whether browsers may show them in a
/// frame of the viewer's page.
///
/// A check sends a request and discards the body of the response. A check begins when a browser
/// asks for a verdict and the last verdict is old, so a site that no browser shows receives no
/// requests. The number of sites, the number of simultaneous checks, and the redirects, the
/// received bytes and the duration of a check are limited. A private address is checked only if its
/// host is listed, because a book could otherwise make pagerview reach hosts that the book's author
/// cannot.
final class SiteProbe: Sendable {
    enum Verdict: Equatable, Sendable {
        /// The first check of the site has not ended yet.
        case waiting
        case shown
        /// The site cannot be shown. The associated value is a sentence that states the reason.
        case hidden(String)
    }

    /// The age, in seconds, above which the result of a check is outdated.
    static let longestAge = 15.0
    static let mostSites = 256
    static let mostRunning = 8
    static let mostRedirections = 5
    /// The time limit, in seconds, of a check including its redirects.
    static let patience: Int64 = 5

    /// The address of a site, and whether the site is shown with its own origin.
    private struct Subject: Hashable {
        let address: SiteAddress
        let isTrusted: Bool
    }

    private struct Entry {
        var verdict = Verdict.waiting
        /// The time at which the latest check ended.
        var time = -Double.infinity
        var isRunning: Bool
    }

    private let entries = Mutex<[Subject: Entry]>([:])
    private let privateHosts: TextSet
    private let viewers: [String]
    private let sites = SiteRequests()
    private let now: @Sendable () -> Double

    /// Creates a probe that has no verdicts yet.
    ///
    /// - Parameters:
    ///   - privateHosts: The hosts that are checked although their addresses are private.
    ///   - viewers: The hosts of the viewer's pages.
    ///   - now: Returns the seconds of a monotonic clock.
    init(
        privateHosts: [String], viewers: [String],
        now: @escaping @Sendable () -> Double = WebServer.now
    ) {
        self.privateHosts = TextSet(privateHosts.map { $0.lowercased() })
        self.viewers = viewers
        self.now = now
    }

    /// Returns the latest verdict on whether the site at an address can be shown, and whether this
    /// verdict is old. If it is old, begins a check. Call this method again a little later to get
    /// the result of the check.
    func verdict(on url: String, isTrusted: Bool) -> (verdict: Verdict, isOld: Bool) {
        // The browser handles a text that is not an address of a site.
        guard let address = SiteAddress(url) else { return (.shown, false) }
        let subject = Subject(address: address, isTrusted: isTrusted)
        let now = now()
        let (verdict, isOld, begins) = entries.withLock { entries in
            let entry = entries[subject] ?? Entry(isRunning: false)
            let isOld = now - entry.time > Self.longestAge
            let begins = isOld && !entry.isRunning && Self.makeRoom(in: &entries)
            if begins { entries[subject, default: entry].isRunning = true }
            return (entry.verdict, isOld, begins)
        }
        if begins { check(subject) }
        return (verdict, isOld)
    }

    /// Returns whether one more check may run. If it may run and the maximum number of verdicts is
    /// stored, removes the oldest verdict.
    private static func makeRoom(in entries: inout [Subject: Entry]) -> Bool {
        guard entries.values.count(where: \.isRunning) < mostRunning else { return false }
        if entries.count < mostSites { return true }
        let oldest = entries.filter { !$0.value.isRunning }.min { $0.value.time < $1.value.time }
        if let oldest { entries[oldest.key] = nil }
        return true
    }

    private func check(_ subject: Subject) {
        let (privateHosts, viewers) = (privateHosts, viewers)
        sites.head(of: subject.address) { address in
            privateHosts.contains(address.name)
        } then: { [self] result in
            let verdict: Verdict =
                switch result {
                case .success(let head): Self.verdict(on: subject, head, viewers)
                case .failure(.isPrivate): .shown
                case .failure(let failure):
                    .hidden("\(subject.address.name) \(failure.sentence)")
                }
            entries.withLock {
                $0[subject] = Entry(verdict: verdict, time: now(), isRunning: false)
            }
        }
    }

    private static func verdict(
        on subject: Subject, _ head: HTTPResponseHead, _ viewers: [String]
    ) -> Verdict {
        let name = subject.address.name
        guard head.status.code < 400 else {
            return .hidden("\(name) responds with the status \(head.status.code)")
        }
        let refusal = FramePermission.refusal(
            in: head.headers, isTrusted: subject.isTrusted, viewers: viewers)
        return refusal.map { .hidden("\(name) does not allow other pages to show it (\($0))") }
            ?? .shown
    }
}

/// Functions that check whether a site permits browsers to show it in a frame of a different page.
enum FramePermission {
    /// Returns the response header that forbids showing the page in a frame, or nil if the page may
    /// be shown.
    ///
    /// Browsers ignore `X-Frame-Options` if the content security policy has `frame-ancestors`. An
    /// untrusted page is shown in a frame of a document with an opaque origin. In
    /// `frame-ancestors`, only the source `*` admits such a document.
    ///
    /// - Parameters:
    ///   - isTrusted: Whether the page is shown with its own origin.
    ///   - viewers: The hosts of the viewer's pages that contain the frame. Each host may have a
    ///     port.
    static func refusal(
        in headers: HTTPHeaders, isTrusted: Bool, viewers: [String]
    ) -> String? {
        let lists = headers["content-security-policy"]
            .flatMap { $0.split { $0 == "," } }
            .compactMap { ancestors(in: $0) }
        if !lists.isEmpty {
            let admits = lists.allSatisfy { list in
                list.contains { self.admits($0, isTrusted: isTrusted, viewers) }
            }
            return admits ? nil : "Content-Security-Policy: frame-ancestors"
        }
        let options = headers["x-frame-options"]
            .flatMap { $0.split { $0 == "," } }
            .map { $0.lowercased().trimmed }
        return options.contains("deny") || options.contains("sameorigin")
            ? "X-Frame-Options" : nil
    }

    /// Returns the sources that the directive `frame-ancestors` of a content security policy lists.
    /// Returns nil if the policy does not have this directive.
    private static func ancestors(in policy: Substring) -> [String]? {
        for directive in policy.split(whereSeparator: { $0 == ";" }) {
            let words = directive.lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
            if words.first == "frame-ancestors" { return Array(words.dropFirst()) }
        }
        return nil
    }

    private static func admits(_ source: String, isTrusted: Bool, _ viewers: [String]) -> Bool {
        if source == "*" { return true }
        guard isTrusted, source != "'none'", source != "'self'" else { return false }
        if source == "http:" || source == "https:" { return true }
        // A source is a host, or a scheme and a host; a path has no effect in frame-ancestors.
        let host = source.split { $0 == "/" }.first { !$0.hasSuffix(":") }.map(String.init)
        guard let host else { return false }
        return viewers.contains { viewer in
            let name = viewer.hasSuffix("]") ? viewer[...] : viewer.prefix { $0 != ":" }
            return host == viewer || host == name
                || host.hasPrefix("*.") && name.hasSuffix(host.dropFirst())
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
