public import PagerModel

/// The calls of the last command that UIKit would ignore.
struct IgnoredCalls: Sendable {
    /// The messages that UIKit would log.
    private(set) var messages: [String] = []
    /// The reason why the command ignored an action of the user. Nil if there is no such reason.
    private(set) var reason: IgnoredReason?

    mutating func add(_ message: String, because reason: IgnoredReason?) {
        messages.append(message)
        if self.reason == nil { self.reason = reason }
    }

    /// Forgets the calls of the previous command.
    mutating func removeAll() {
        if messages.isEmpty { return }
        messages.removeAll(keepingCapacity: true)
        reason = nil
    }

    /// Forgets the calls after those of `earlier`.
    mutating func restore(_ count: Int, _ reason: IgnoredReason?) {
        messages.removeLast(messages.count - count)
        self.reason = reason
    }
}

extension Scene {
    /// The messages that UIKit would log for ignored calls of the last command.
    public var ignored: [String] { state.ignored.messages }

    /// The reason why the last command ignored an action of the user, such as `swipeDisabled`. Nil
    /// if there is no such reason.
    public var ignoredReason: IgnoredReason? { state.ignored.reason }

    /// Executes a command of a reaction or of a queue inside another command. The messages that UIKit
    /// would log for it do not appear in the reply of the other command, and do not refuse it.
    mutating func runInside<C: SceneCommand>(_ command: C) throws(CommandError) {
        let (logged, reason) = (ignored.count, ignoredReason)
        defer { state.ignored.restore(logged, reason) }
        _ = try command.run(in: &self)
    }

    /// Publishes the message that UIKit logs for a call that UIKit ignores. The command that made
    /// the call changes nothing, and its reply contains the message.
    ///
    /// - Parameter reason: The reason that the reply contains in addition to the message.
    package mutating func ignore(
        _ controller: Handle, _ text: String, because reason: IgnoredReason? = nil
    ) {
        emit(DiagnosticEvents.Warning { $0.message = text }, of: controller)
        state.ignored.add(text, because: reason)
    }
}
