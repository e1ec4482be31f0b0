internal import NIOHTTP1
internal import PagerModel

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
