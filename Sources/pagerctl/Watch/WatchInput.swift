internal import CLinux
internal import Glibc
internal import SystemCalls

/// The key presses and signals of a terminal, reported through one pollable descriptor.
struct WatchInput: ~Copyable {
    enum Signal {
        case key(Key)
        case resized
        /// A signal has requested the program to end, or the terminal's input has ended.
        case ended
    }

    enum Key: Equatable {
        case up, down, left, right, enter, escape
        case character(UInt8)
    }

    /// The descriptor to poll. It is readable when a key press or a signal is pending.
    let descriptor: Int32
    private let signals: Int32
    private var bytes: [UInt8] = []

    private static let told = [SIGWINCH, SIGTERM, SIGINT, SIGHUP]

    /// Opens the descriptor and blocks the signals that it reports.
    ///
    /// - Throws: `Failure` with exit status 1 if the system cannot create a descriptor.
    init() throws(Failure) {
        signals = blockedSignals(Self.told)
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard signals >= 0, descriptor >= 0 else {
            throw Failure(
                Failure.unreachable, "cannot wait for keys: \(errorText(errno))")
        }
        for source in [STDIN_FILENO, signals] {
            epollControl(descriptor, EPOLL_CTL_ADD, source, events: EPOLLIN.rawValue)
        }
    }

    deinit {
        close(signals)
        close(descriptor)
    }

    /// Returns the pending key presses and signals without waiting.
    mutating func take() -> [Signal] {
        var found: [Signal] = []
        for event in epollWait(descriptor, atMost: 2, 0) {
            found += event.descriptor == signals ? takeSignals() : takeKeys()
        }
        return found
    }

    private func takeSignals() -> [Signal] {
        var found: [Signal] = []
        while let signal = nextSignal(signals) {
            found.append(signal == SIGWINCH ? .resized : .ended)
        }
        return found
    }

    private mutating func takeKeys() -> [Signal] {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, into: &buffer)
        if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return [.ended] }
        return Self.keys(Array(buffer.prefix(max(count, 0)))).map { .key($0) }
    }

    /// Decodes the keys in the bytes that a terminal sends. The bytes must not end in the middle of
    /// an escape sequence.
    static func keys(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B where rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O"):
                rest = rest.dropFirst()
                // The parameters end before the letter that identifies the key.
                while let next = rest.first, (0x30...0x3F).contains(next) {
                    rest = rest.dropFirst()
                }
                switch rest.popFirst() {
                case UInt8(ascii: "A"): keys.append(.up)
                case UInt8(ascii: "B"): keys.append(.down)
                case UInt8(ascii: "C"): keys.append(.right)
                case UInt8(ascii: "D"): keys.append(.left)
                default: break
                }
            case 0x1B: keys.append(.escape)
            case 0x0D, 0x0A: keys.append(.enter)
            default: keys.append(.character(byte))
            }
        }
        return keys
    }
}
