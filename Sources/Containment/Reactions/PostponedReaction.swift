internal import PagerModel

/// A command that a reaction or the scene's observer has postponed until the callbacks of the
/// current command or deadline have been sent.
struct PostponedReaction: Sendable {
    let command: any SceneCommand
    let controller: Handle
    let callback: Callback
    /// The number with which the scene's observer is called before and after the command runs. Nil
    /// if the observer is not called.
    var number: Int?
}
