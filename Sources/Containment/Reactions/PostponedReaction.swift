internal import PagerModel

/// A step of a reaction that is executed after the callbacks of the current command or deadline.
struct PostponedReaction: Sendable {
    let command: any SceneCommand
    let controller: Handle
    let callback: Callback
}
