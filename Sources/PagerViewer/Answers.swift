internal import NIOCore
internal import NIOHTTP1
internal import PagerModel

/// Functions that create pagerview's HTTP responses, including their security headers.
enum Answers {
    /// Returns a response that contains one of the viewer's own HTML pages or scripts. These files
    /// run in the viewer's origin, unlike the content of the daemon's pages.
    ///
    /// - Parameter contents: The origins that serve the content of pages.
    static func own(_ name: String, _ bytes: ByteBuffer, contents: [String]) -> Response {
        Response(
            .ok,
            common(MediaType.of(name)) + [
                (policy, ownPolicy(contents)), ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
            ], .bytes(bytes))
    }

    /// Returns a response that contains the content of a page. If the content is HTML, its scripts
    /// run in an opaque origin.
    ///
    /// Any site that knows the content's address may read the content.
    static func content(_ type: String, _ body: Response.Body, for place: Place) -> Response {
        Response(
            .ok,
            common(type) + [(policy, contentPolicy(place)), ("Access-Control-Allow-Origin", "*")],
            body)
    }

    /// The folders whose files the content of a page may load, and the origins of the viewer's
    /// pages that may show this content.
    struct Place {
        /// The web addresses of the folders whose files the content may load.
        var folders: [String]
        /// Whether scripts of the content may read the files in `folders` with `fetch`.
        var mayFetch: Bool
        /// The origins of the viewer's pages that may contain the content in a frame.
        var viewers: [String]
    }

    /// Returns a document that contains only a frame with the page at `address`.
    ///
    /// The content security policy of the viewer's pages allows frames only for the book's files.
    /// So an HTML page of the book cannot send data to another site by navigating there. The
    /// document that this function returns has a different policy, so it can show the page at
    /// `address`.
    ///
    /// - Parameter isTrusted: Whether the framed page keeps its own origin, with its cookies. If
    ///   so, this document keeps its own origin as well, but it contains no script that could use
    ///   the origin.
    static func frame(around address: String, isTrusted: Bool, for place: Place) -> Response {
        let flags = isTrusted ? trustedFlags : "allow-scripts"
        let text = """
            <!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
            <style>\(frameStyle)</style>
            <iframe sandbox="\(flags)" referrerpolicy="no-referrer" src="\(escaped(address))">\
            </iframe>
            """
        return Response(
            .ok, common("text/html; charset=utf-8") + [(policy, framePolicy(place, flags))],
            .bytes(ByteBuffer(string: text)))
    }

    static func refusal(_ status: HTTPResponseStatus, _ text: String) -> Response {
        plain(status, text + "\n")
    }

    /// Returns a plain-text response. The text may be empty.
    static func plain(
        _ status: HTTPResponseStatus, _ text: String, _ headers: [(String, String)] = []
    ) -> Response {
        Response(
            status,
            common("text/plain; charset=utf-8") + [(policy, "default-src 'none'; sandbox")]
                + headers.map { (name: $0.0, value: $0.1) }, .bytes(ByteBuffer(string: text)))
    }

    private static let policy = "Content-Security-Policy"

    private static func common(_ type: String) -> [(name: String, value: String)] {
        [
            ("Content-Type", type), ("Cache-Control", "no-cache"),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("X-DNS-Prefetch-Control", "off"),
        ]
    }

    /// Returns the content security policy of the viewer's pages. The pages may load the viewer's
    /// files and the book's files. They may load pictures, videos and sounds from any address,
    /// because a book may contain such addresses. A frame may load only the book's files, even
    /// after a navigation inside the frame. The browser API Trusted Types prevents scripts from
    /// inserting text as markup. The only allowed Trusted Types policy, `worker`, creates the
    /// address of the service worker.
    private static func ownPolicy(_ contents: [String]) -> String {
        let book = contents.map { "\($0)/book/" }.joined(separator: " ")
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            "connect-src 'self' \(book)",
            "img-src 'self' data: http: https:", "media-src 'self' http: https:",
            "frame-src \(book)", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types worker",
        ].joined(separator: "; ")
    }

    private static func contentPolicy(_ place: Place) -> String {
        let folders = place.folders.joined(separator: " ")
        return [
            "sandbox allow-scripts", "default-src 'none'", "script-src 'unsafe-inline' \(folders)",
            "style-src 'unsafe-inline' \(folders)", "img-src data: blob: \(folders)",
            "media-src data: blob: \(folders)", "font-src data: \(folders)",
            "connect-src \(place.mayFetch ? folders : "'none'")", "webrtc 'block'",
            "base-uri 'none'", "form-action 'none'", ancestors(place),
        ].joined(separator: "; ")
    }

    private static let frameStyle =
        "html,body,iframe{margin:0;border:0;padding:0;width:100%;height:100%;display:block}"

    private static let trustedFlags = "allow-scripts allow-same-origin allow-forms"

    private static func framePolicy(_ place: Place, _ flags: String) -> String {
        [
            "sandbox \(flags)", "default-src 'none'", "style-src 'unsafe-inline'",
            "frame-src http: https:", "base-uri 'none'", "form-action 'none'", ancestors(place),
        ].joined(separator: "; ")
    }

    /// Returns the directive `frame-ancestors`, which lists the origins of the pages that may
    /// contain the content in a frame. Omits IPv6 addresses, because browsers ignore them in a
    /// policy and log a warning about each of them.
    private static func ancestors(_ place: Place) -> String {
        let named = place.viewers.filter { !$0.contains("[") }
        return "frame-ancestors " + (named.isEmpty ? "'none'" : named.joined(separator: " "))
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
