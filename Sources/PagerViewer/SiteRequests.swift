internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A client that sends HTTP requests to external sites on a separate thread, and reads only the
/// head of each response.
final class SiteRequests: Sendable {
    enum Failure: Error {
        case noAnswer
        case noSuchHost
        case insecure
        case tooManyRedirections
        /// The address is private and not permitted, so no request was sent.
        case isPrivate

        /// The reason for the failure, as the rest of a sentence that begins with the name of the
        /// host.
        var sentence: String {
            switch self {
            case .noAnswer: "does not answer"
            case .noSuchHost: "cannot be found"
            case .insecure: "has no certificate that can be trusted"
            case .tooManyRedirections: "redirects too often"
            case .isPrivate: "has a private address"
            }
        }
    }

    typealias Completion = @Sendable (Result<HTTPResponseHead, Failure>) -> Void

    private let loop = Mutex<(any EventLoop)?>(nil)
    /// The threads that call the system's name resolver. Each call blocks until it has an answer.
    private let resolver = NIOThreadPool(numberOfThreads: 2)
    private let encryption = Mutex<NIOSSLContext?>(nil)

    /// Requests an address and follows redirects. Passes the head of the last response, or the
    /// reason for a failure, to `done`.
    ///
    /// - Parameter isPermitted: Returns whether a site with a private address may be requested.
    func head(
        of address: SiteAddress, isPermitted: @escaping @Sendable (SiteAddress) -> Bool,
        then done: @escaping Completion
    ) {
        let loop = loop.withLock { loop in
            if let loop { return loop }
            resolver.start()
            let new = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
            loop = new
            return new
        }
        let end = NIODeadline.now() + .seconds(SiteProbe.patience)
        follow(address, SiteProbe.mostRedirections, until: end, on: loop, isPermitted)
            .whenComplete { result in
                done(result.mapError { $0 as? Failure ?? Self.failure(of: $0) })
            }
    }

    private static func failure(of error: any Error) -> Failure {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .insecure
        case is SocketAddressError: .noSuchHost
        default: .noAnswer
        }
    }

    private func follow(
        _ address: SiteAddress, _ redirections: Int, until end: NIODeadline,
        on loop: any EventLoop, _ isPermitted: @escaping @Sendable (SiteAddress) -> Bool
    ) -> EventLoopFuture<HTTPResponseHead> {
        request(address, until: end, on: loop, isPermitted).flatMap { head in
            guard (300..<400).contains(head.status.code),
                let location = head.headers.first(name: "location"),
                let next = address.redirected(to: location)
            else { return loop.makeSucceededFuture(head) }
            guard redirections > 0 else {
                return loop.makeFailedFuture(Failure.tooManyRedirections)
            }
            return self.follow(next, redirections - 1, until: end, on: loop, isPermitted)
        }
    }

    private func request(
        _ address: SiteAddress, until end: NIODeadline, on loop: any EventLoop,
        _ isPermitted: @escaping @Sendable (SiteAddress) -> Bool
    ) -> EventLoopFuture<HTTPResponseHead> {
        let promise = loop.makePromise(of: HTTPResponseHead.self)
        // The promise takes the first of three results: the head, an error or the timeout.
        let timer = loop.scheduleTask(deadline: end) { promise.fail(Failure.noAnswer) }
        promise.futureResult.whenComplete { _ in timer.cancel() }
        let found = resolver.runIfActive(eventLoop: loop) {
            try SocketAddress.makeAddressResolvingHost(address.name, port: address.port)
        }
        found.flatMap { socket -> EventLoopFuture<any Channel> in
            // The connection uses the same address that was checked.
            guard !socket.isPrivate || isPermitted(address) else {
                return loop.makeFailedFuture(Failure.isPrivate)
            }
            return self.connect(to: socket, for: address, until: end, on: loop, promise)
        }.whenFailure { promise.fail($0) }
        return promise.futureResult
    }

    private func connect(
        to socket: SocketAddress, for address: SiteAddress, until end: NIODeadline,
        on loop: any EventLoop, _ promise: EventLoopPromise<HTTPResponseHead>
    ) -> EventLoopFuture<any Channel> {
        ClientBootstrap(group: loop)
            .connectTimeout(max(end - .now(), .milliseconds(1)))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if address.origin.isSecure {
                        try pipeline.addHandler(self.encrypting(for: address))
                    }
                    let decoder = HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes)
                    try pipeline.addHandlers([
                        HTTPRequestEncoder(),
                        ByteToMessageHandler(
                            decoder, maximumBufferSize: RequestHandler.longestHead * 4),
                        ResponseHead(address, promise),
                    ])
                    promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
                }
            }
            .connect(to: socket)
    }

    private func encrypting(for address: SiteAddress) throws -> NIOSSLClientHandler {
        let context = try encryption.withLock { encryption in
            if let encryption { return encryption }
            let new = try NIOSSLContext(configuration: .makeClientConfiguration())
            encryption = new
            return new
        }
        let isNumber = (try? SocketAddress(ipAddress: address.name, port: 0)) != nil
        return try NIOSSLClientHandler(
            context: context, serverHostname: isNumber ? nil : address.name)
    }
}

/// A handler that sends a request and passes the head of the response to a promise.
private final class ResponseHead: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let address: SiteAddress
    private let promise: EventLoopPromise<HTTPResponseHead>

    init(_ address: SiteAddress, _ promise: EventLoopPromise<HTTPResponseHead>) {
        self.address = address
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: address.path,
            headers: [
                "Host": address.origin.host, "User-Agent": "pagerview", "Accept": "*/*",
                "Connection": "close",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { promise.succeed(head) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { promise.fail(error) }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(SiteRequests.Failure.noAnswer)
        context.fireChannelInactive()
    }
}
