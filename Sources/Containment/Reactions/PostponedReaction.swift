internal import PagerModel

/// A command that a reaction or the scene's observer has postponed until the callbacks of the
/// current command or deadline have been sent.
struct PostponedReaction: Sendable {
    let command: any SceneCommand
    let controller: Handle
    let callback: Callback
    /// The number that the scene's observer has given to the command. Nil for a command of a
    /// controller's option `on`.
    var number: Int?
}
