internal import FlyingFox
internal import Foundation

/// The viewer's answers over HTTP, with what every one of them forbids.
enum Answers {
    /// A page or script of the viewer's own. Only these run in its origin.
    static func own(_ name: String, _ data: Data) -> HTTPResponse {
        var headers = common(MediaType.of(name))
        headers[HTTPHeader("Content-Security-Policy")] = ownPolicy
        headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
        headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        headers[HTTPHeader("X-Frame-Options")] = "DENY"
        return HTTPResponse(statusCode: .ok, headers: headers, body: data)
    }

    /// What a page shows. It may run scripts if it is HTML, in an origin that is nobody's.
    ///
    /// - Parameter folder: the address below which it finds what else it needs.
    static func content(_ type: String, _ data: Data, folder: String) -> HTTPResponse {
        var headers = common(type)
        headers[HTTPHeader("Content-Security-Policy")] = contentPolicy(folder)
        return HTTPResponse(statusCode: .ok, headers: headers, body: data)
    }

    static func refusal(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
        var headers = common("text/plain; charset=utf-8")
        headers[HTTPHeader("Content-Security-Policy")] = "default-src 'none'; sandbox"
        return HTTPResponse(statusCode: status, headers: headers, body: Data((text + "\n").utf8))
    }

    private static func common(_ type: String) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers[.contentType] = type
        headers[.cacheControl] = "no-cache"
        headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
        return headers
    }

    /// Nothing from anywhere but the viewer's own files; frames and pictures may lead elsewhere,
    /// since a book may. No text becomes markup by accident: trusted types forbid it.
    private static let ownPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
        "img-src 'self' data: http: https:", "media-src 'self' http: https:",
        "frame-src 'self' http: https:", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    private static func contentPolicy(_ folder: String) -> String {
        [
            "sandbox allow-scripts", "default-src 'none'", "script-src 'unsafe-inline' \(folder)",
            "style-src 'unsafe-inline' \(folder)", "img-src data: blob: \(folder)",
            "media-src data: blob: \(folder)", "font-src data: \(folder)", "connect-src 'none'",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'",
        ].joined(separator: "; ")
    }
}
