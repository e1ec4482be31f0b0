internal import PagerModel

/// Answers the requests that the gate admits.
struct Site {
    let gate: OriginPolicy
    let web: WebFolder
    let contents: Contents
    let conversation: Conversation

    func answer(_ request: RequestHead) -> Response {
        let host = request["host"]
        guard gate.admits(host: host), let host else {
            return Answers.refusal(
                .forbidden,
                "this host is not served; behind a reverse proxy start pagerview with "
                    + "--public-address and the address that browsers open")
        }
        let path = request.path
        let origin = request["origin"]
        // What a page shows has no origin, and asks for its own pictures; it knows the key.
        let isOwnContent = origin == "null" && path.hasPrefix("/book/")
        guard isOwnContent || !request.has("origin") || gate.admits(origin: origin, host: host)
        else {
            gate.note(foreign: origin)
            return Answers.refusal(.forbidden, "another site's pages are not answered")
        }
        guard request.method == "GET" else {
            return Answers.refusal(.methodNotAllowed, "only GET")
        }
        guard !request.hasBody else { return Answers.refusal(.payloadTooLarge, "no body is taken") }
        if path == "/socket" { return open(request) }
        if path.hasPrefix("/book/") { return contents.answer(path, host: host.lowercased()) }
        guard let file = web.file(path) else {
            return Answers.refusal(.notFound, "there is nothing here")
        }
        return Answers.own(
            file.name, file.bytes, origins: gate.origins(host: host.lowercased()))
    }

    private func open(_ request: RequestHead) -> Response {
        // Every browser sends an origin when it opens a WebSocket.
        guard request.has("origin") else {
            return Answers.refusal(.forbidden, "a WebSocket needs its Origin")
        }
        guard request["upgrade"]?.lowercased() == "websocket",
            request["connection"]?.lowercased().contains("upgrade") == true,
            request["sec-websocket-version"] == "13", let key = request["sec-websocket-key"],
            key.utf8.count == 24
        else { return Answers.refusal(.badRequest, "this is no handshake of a WebSocket") }
        return Response(
            .switchingProtocols,
            [
                ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                ("Sec-WebSocket-Accept", WebSocket.acceptance(of: key)),
            ], .bytes([]))
    }
}
