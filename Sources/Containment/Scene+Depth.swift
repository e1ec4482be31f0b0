internal import PagerModel

/// Who stands above whom: parents, the containers in whose lists somebody waits to be shown, and
/// presenters. A far page is no child yet, but it will be, so it counts.
extension Scene {
    /// Whether the first contains the second in its family, or is it. O(depth).
    func isAncestor(_ ancestor: Handle, of controller: Handle) -> Bool {
        var current = controller
        while !current.isNone {
            if current == ancestor { return true }
            current = enclosing(current)
        }
        return false
    }

    /// Whether the first stands below the second, presentations included, or is it. O(depth).
    func isBelow(_ controller: Handle, _ other: Handle) -> Bool {
        var current = controller
        while !current.isNone {
            if current == other { return true }
            current = above(current)
        }
        return false
    }

    /// Whether a controller with all that is below it may come directly below another.
    ///
    /// - Throws: `limitExceeded`. O(depth + subtree).
    func checkDepth(of controller: Handle, below other: Handle, at path: String) throws(Refusal) {
        guard depth(of: other) + height(of: controller) <= Limits.depth else {
            throw Refusal(
                .limitExceeded,
                "controllers are at most \(Limits.depth) deep, presentations included", path: path)
        }
    }

    private func enclosing(_ controller: Handle) -> Handle {
        let parent = self[controller].parent
        return parent.isNone ? self[controller].container : parent
    }

    /// The parent, else the container in whose list it stands, else who presents it.
    func above(_ controller: Handle) -> Handle {
        let enclosing = enclosing(controller)
        return enclosing.isNone ? self[controller].presenter : enclosing
    }

    private func below(_ controller: Handle) -> [Handle] {
        var found = self[controller].children
        let entry = kinds[Int(self[controller].kind)]
        if !entry.isPlain {
            found += entry.kind.members(of: controller, in: self)
                .filter { self[$0].parent.isNone }
        }
        if let presented = self[controller].presented.some { found.append(presented) }
        return found
    }

    /// Controllers from the farthest one above down to this one.
    private func depth(of controller: Handle) -> Int {
        var depth = 0
        var current = controller
        while !current.isNone {
            depth += 1
            current = above(current)
        }
        return depth
    }

    /// Levels from this one downward; stops counting above the limit.
    private func height(of controller: Handle) -> Int {
        var level = [controller]
        var height = 0
        while !level.isEmpty, height <= Limits.depth {
            height += 1
            level = level.flatMap { below($0) }
        }
        return height
    }
}
