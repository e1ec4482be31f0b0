internal import PagerModel

/// A step of a reaction that waits until the callbacks of the command or the deadline are over.
struct PostponedReaction: Sendable {
    let command: any SceneCommand
    let controller: Handle
    let callback: Callback
}

/// Postponed steps, first in, first out.
struct PostponedReactions: Sendable {
    private var all: [PostponedReaction] = []
    private var next = 0

    var isEmpty: Bool { next == all.count }

    mutating func append(_ reaction: PostponedReaction) { all.append(reaction) }

    /// Amortised O(1).
    mutating func popFirst() -> PostponedReaction? {
        guard next < all.count else {
            removeAll()
            return nil
        }
        next += 1
        return all[next - 1]
    }

    mutating func removeAll() {
        all.removeAll()
        next = 0
    }
}
