internal import NIOCore

/// A handler of a listening socket that stops accepting for a while after an error, such as too
/// many open files. The socket stays readable meanwhile, so trying again at once would never end.
final class AcceptErrors: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    static let pause = TimeAmount.milliseconds(200)
    private let failed: (any Error) -> Void
    private var isPaused = false

    /// - Parameter failed: Called with each error.
    init(_ failed: @escaping (any Error) -> Void) { self.failed = failed }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        failed(error)
        guard !isPaused else { return }
        isPaused = true
        let channel = context.channel
        _ = channel.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPaused = false
            _ = channel.setOption(.autoRead, value: true)
        }
    }
}
