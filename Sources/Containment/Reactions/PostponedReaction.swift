internal import PagerModel

/// A step of a reaction that waits until the callbacks of the command or the deadline are over.
struct PostponedReaction: Sendable {
    let command: any SceneCommand
    let controller: Handle
    let callback: Callback
}
