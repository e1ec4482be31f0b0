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

    /// Whether a view with all that lies or will lie in it may come directly into another.
    ///
    /// - Throws: `limitExceeded`. O(depth + subtree).
    func checkViewDepth(of view: Handle, in other: Handle, at path: String) throws(Refusal) {
        guard viewLevels(above: other) + viewLevels(below: view) <= Limits.depth else {
            throw Refusal(.limitExceeded, "views are at most \(Limits.depth) deep", path: path)
        }
    }

    /// Up the superviews, and from a view that is in none to where it waits to be shown.
    private func viewLevels(above view: Handle) -> Int {
        var levels = 0
        var current = view
        while !current.isNone, self[current].role != .window, levels <= Limits.depth {
            levels += 1
            current = place(of: current)
        }
        return levels
    }

    /// Where a view lies, or will lie once it is shown: its superview, the place a presentation has
    /// taken it from, its controller's parent or the container in whose list that waits.
    private func place(of view: Handle) -> Handle {
        if let superview = self[view].superview.some { return superview }
        return displaced[view]?.superview.some ?? enclosing(view)
    }

    /// Whether a view is, or would be once its containers show it, inside another. O(depth).
    ///
    /// Where views will lie may go round: a child whose superview was destroyed waits to be shown
    /// by a parent that lies in it. No way up is longer than the depth, so that is where it ends.
    func isEnclosed(_ view: Handle, by ancestor: Handle) -> Bool {
        var current = view
        var others: [Handle] = []
        var seen: Set<Handle> = []
        while true {
            var levels = 0
            while !current.isNone, levels <= 2 * Limits.depth {
                levels += 1
                if current == ancestor { return true }
                // A far page that lies elsewhere for now will lie in its container, too.
                if let container = self[current].container.some, self[current].parent.isNone,
                    !self[current].superview.isNone, seen.insert(container).inserted
                {
                    others.append(container)
                }
                current = place(of: current)
            }
            guard let next = others.popLast() else { return false }
            current = next
        }
    }

    /// Down the subviews, and those that wait to be shown; stops counting above the limit.
    private func viewLevels(below view: Handle) -> Int {
        if isBare(view) { return 1 }
        var level = [view]
        var levels = 0
        while !level.isEmpty, levels <= Limits.depth {
            levels += 1
            level = level.flatMap { view in
                guard self[view].role == .controller else { return self[view].subviews }
                return self[view].subviews
                    + contained(in: view).filter { self[$0].superview.isNone }
            }
        }
        return levels
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
        contained(in: controller) + (self[controller].presented.some.map { [$0] } ?? [])
    }

    /// Whether nothing is below: true for nearly all pages of a long list.
    private func isBare(_ node: Handle) -> Bool {
        self[node].subviews.isEmpty && self[node].children.isEmpty && self[node].presented.isNone
            && (self[node].role != .controller || kinds[Int(self[node].kind)].isPlain)
    }

    /// The children, and who will be one when it is shown.
    private func contained(in controller: Handle) -> [Handle] {
        let entry = kinds[Int(self[controller].kind)]
        if entry.isPlain { return self[controller].children }
        return self[controller].children
            + entry.kind.members(of: controller, in: self).filter { self[$0].parent.isNone }
    }

    /// Controllers from the farthest one above down to this one.
    private func depth(of controller: Handle) -> Int {
        var depth = 0
        var current = controller
        while !current.isNone, depth <= Limits.depth {
            depth += 1
            current = above(current)
        }
        return depth
    }

    /// Levels from this one downward; stops counting above the limit.
    private func height(of controller: Handle) -> Int {
        if isBare(controller) { return 1 }
        var level = [controller]
        var height = 0
        while !level.isEmpty, height <= Limits.depth {
            height += 1
            level = level.flatMap { below($0) }
        }
        return height
    }
}
