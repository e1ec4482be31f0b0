internal import NIOCore
internal import NIOHTTP1
internal import PagerModel

/// The viewer's answers over HTTP, with what every one of them forbids.
enum Answers {
    /// A page or script of the viewer's own. Only these run in its origin.
    ///
    /// - Parameter contents: the origins of what the page shows.
    static func own(_ name: String, _ bytes: ByteBuffer, contents: [String]) -> Response {
        Response(
            .ok,
            common(MediaType.of(name)) + [
                (policy, ownPolicy(contents)), ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
            ], .bytes(bytes))
    }

    /// What a page shows. It may run scripts if it is HTML, in an origin that is nobody's.
    ///
    /// Whoever knows its address may read it, so every site may, if it knows the address.
    static func content(_ type: String, _ body: Response.Body, for place: Place) -> Response {
        Response(
            .ok,
            common(type) + [(policy, contentPolicy(place)), ("Access-Control-Allow-Origin", "*")],
            body)
    }

    /// Where a content is shown.
    struct Place {
        /// The addresses below which it finds what else it needs.
        var folders: [String]
        /// The origins of pages of the viewer that may frame it.
        var viewers: [String]
    }

    /// A document that shows an address and nothing else.
    ///
    /// The viewer's own policy lets its frames lead nowhere but into the book, so that an HTML page
    /// cannot send anything away by going there. An address needs a frame with another policy.
    ///
    /// - Parameter isTrusted: whether the address keeps its own origin, with its cookies. This
    ///   document then has one as well, and no script that could use it.
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

    /// A text for programs, or nothing.
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

    /// Nothing from anywhere but the viewer's own files; pictures may lead elsewhere, since a book
    /// may. Frames lead into the book alone, which holds for each step that a frame goes by itself.
    /// No text becomes markup by accident: trusted types forbid it. The one policy that is allowed
    /// makes the address of the service worker.
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
            "media-src data: blob: \(folders)", "font-src data: \(folders)", "connect-src 'none'",
            "webrtc 'block'", "base-uri 'none'", "form-action 'none'", ancestors(place),
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

    private static func ancestors(_ place: Place) -> String {
        "frame-ancestors " + place.viewers.joined(separator: " ")
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
