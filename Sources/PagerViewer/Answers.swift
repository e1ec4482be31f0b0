internal import PagerModel

/// The viewer's answers over HTTP, with what every one of them forbids.
enum Answers {
    /// A page or script of the viewer's own. Only these run in its origin.
    ///
    /// - Parameter origins: those that the page can have.
    static func own(_ name: String, _ bytes: [UInt8], origins: [String]) -> Response {
        Response(
            .ok,
            common(MediaType.of(name)) + [
                (policy, ownPolicy(origins)), ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
            ], .bytes(bytes))
    }

    /// What a page shows. It may run scripts if it is HTML, in an origin that is nobody's.
    ///
    /// - Parameter folders: the addresses below which it finds what else it needs.
    static func content(_ type: String, _ body: Response.Body, folders: [String]) -> Response {
        Response(
            .ok, common(type) + [(policy, contentPolicy(folders.joined(separator: " ")))], body)
    }

    /// A document that shows an address and nothing else.
    ///
    /// The viewer's own policy lets its frames lead nowhere but into the book, so that an HTML page
    /// cannot send anything away by going there. An address needs a frame with another policy.
    static func frame(around address: String) -> Response {
        let text = """
            <!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
            <style>\(frameStyle)</style>
            <iframe sandbox="allow-scripts" referrerpolicy="no-referrer" src="\(escaped(address))">\
            </iframe>
            """
        return Response(
            .ok, common("text/html; charset=utf-8") + [(policy, framePolicy)],
            .bytes(Array(text.utf8)))
    }

    static func refusal(_ status: Response.Status, _ text: String) -> Response {
        Response(
            status,
            common("text/plain; charset=utf-8") + [(policy, "default-src 'none'; sandbox")],
            .bytes(Array((text + "\n").utf8)))
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
    /// No text becomes markup by accident: trusted types forbid it.
    private static func ownPolicy(_ origins: [String]) -> String {
        let frames = origins.map { "\($0)/book/" }.joined(separator: " ")
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
            "img-src 'self' data: http: https:", "media-src 'self' http: https:",
            "frame-src \(frames)", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }

    private static func contentPolicy(_ folders: String) -> String {
        [
            "sandbox allow-scripts", "default-src 'none'", "script-src 'unsafe-inline' \(folders)",
            "style-src 'unsafe-inline' \(folders)", "img-src data: blob: \(folders)",
            "media-src data: blob: \(folders)", "font-src data: \(folders)", "connect-src 'none'",
            "webrtc 'block'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'",
        ].joined(separator: "; ")
    }

    private static let frameStyle =
        "html,body,iframe{margin:0;border:0;padding:0;width:100%;height:100%;display:block}"

    private static let framePolicy = [
        "sandbox allow-scripts", "default-src 'none'", "style-src 'unsafe-inline'",
        "frame-src http: https:", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'self'",
    ].joined(separator: "; ")

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
