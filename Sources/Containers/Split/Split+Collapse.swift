internal import Containment
internal import PagerModel

/// Methods that collapse a split view to one column, and expand it to all its columns. If the
/// primary column is a navigation controller, a collapse pushes the other columns onto its stack.
extension Split {
    private func stack(_ split: Handle, in scene: Scene) -> [Handle]? {
        let primary = scene[Split.self, split].primary
        guard scene.kindName(of: primary) == Navigation.name else { return nil }
        return scene[Navigation.self, primary].stack
    }

    func collapse(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene[Split.self, split].collapsed = true
        let top = state.options.topColumn
        if state.hasThree {
            scene.emit(SplitKind.TopColumnForCollapsing { $0.column = top }, of: split)
        } else {
            scene.emit(SplitKind.CollapseSecondary { $0.secondary = state.secondary }, of: split)
        }
        for column in state.others where scene.parent(of: column) == split {
            scene.removeView(of: column)
        }
        push(state.others(upTo: top), split, in: &scene)
    }

    /// Pushes columns onto the primary column's stack. The pushed controllers are no longer
    /// children of the split, but they remain its columns.
    private func push(_ columns: [Handle], _ split: Handle, in scene: inout Scene) {
        let primary = scene[Split.self, split].primary
        guard !columns.isEmpty, stack(split, in: scene) != nil else { return }
        for column in columns where scene.parent(of: column) == split {
            scene.willMove(column, to: .none)
            scene.removeFromParent(column)
        }
        scene.supersede(primary)
        let stack = scene[Navigation.self, primary].stack
        Navigation().go(
            columns.count == 1 ? .push(columns[0]) : .replace(stack, with: stack + columns),
            primary, TransitionRequest { $0.animated = false }, in: &scene)
    }

    /// Expands the split. Three columns are restored as they were before the collapse [8.7]. With
    /// two columns and the option `separateSecondary: top`, the top controller of the primary
    /// column's stack becomes the secondary column. If the option has a different value, or if the
    /// primary column has no stack with a controller above the root, the previous secondary column
    /// is restored [8.2] [8.8].
    func expand(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene[Split.self, split].collapsed = false
        if !state.hasThree, state.options.separateSecondary == .top,
            stack(split, in: scene) != nil
        {
            scene.supersede(state.primary)
            let stack = scene[Navigation.self, state.primary].stack
            if stack.count > 1, let top = stack.last, top != state.secondary {
                release(split, in: &scene)
                scene[Split.self, split].secondary = top
            }
        }
        if !state.hasThree {
            let secondary = scene[Split.self, split].secondary
            scene.emit(SplitKind.SeparateSecondary { $0.secondary = secondary }, of: split)
        }
        takeBack(split, in: &scene)
    }

    /// Removes the controller of the secondary column from the split view's columns. If this
    /// controller is on the primary column's stack, it becomes an ordinary member of that stack.
    /// Otherwise it no longer has a container.
    private func release(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene.removeMember(state.secondary, from: split)
        if scene.parent(of: state.secondary) == state.primary {
            scene.addMember(state.secondary, to: state.primary)
        }
    }

    /// Makes the supplementary and secondary columns children of the split again. Columns that the
    /// user has not popped are first removed from the primary column's stack.
    func takeBack(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        let columns = state.others
        if columns.contains(where: { scene.parent(of: $0) == state.primary }) {
            scene.supersede(state.primary)
            let stack = scene[Navigation.self, state.primary].stack
            let next = stack.filter { !columns.contains($0) }
            Navigation().go(
                .replace(stack, with: next), state.primary,
                TransitionRequest {
                    $0.animated = false
                },
                in: &scene)
        }
        for column in columns where scene.parent(of: column).isNone {
            scene.take(column, into: split)
            scene.didMove(column, to: split)
        }
    }

    // MARK: Columns of a collapsed split

    /// Shows a column of a collapsed split on top of the primary column's stack, or removes the
    /// column from the stack. Pops the controllers above the column. Does nothing if the primary
    /// column has no stack.
    func setTop(_ column: SplitColumn, isShown: Bool, _ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        guard let stack = stack(split, in: scene) else { return }
        let length = state.remainingCount(of: stack, for: column, isShown: isShown)
        let missing =
            isShown ? state.others(upTo: column).filter { !stack.contains($0) } : []
        if let length, length < stack.count {
            scene.supersede(state.primary)
            let popped = scene[Navigation.self, state.primary].stack.dropFirst(length)
            guard !popped.isEmpty else { return }
            Navigation().go(
                .pop(Array(popped)), state.primary, TransitionRequest { $0.animated = false },
                in: &scene)
        } else if length == nil {
            push(missing, split, in: &scene)
        }
    }
}

extension Split.State {
    /// Returns the columns after the primary one, up to and including the given column.
    func others(upTo column: SplitColumn) -> [Handle] {
        switch column {
        case .primary: []
        case .supplementary: [supplementary].filter { !$0.isNone }
        case .secondary: others
        }
    }

    fileprivate func handle(_ column: SplitColumn) -> Handle {
        switch column {
        case .primary: primary
        case .supplementary: supplementary
        case .secondary: secondary
        }
    }

    /// Returns the number of controllers that remain on the stack of the primary column after a
    /// column is shown as the top controller (`isShown` is true) or removed (`isShown` is false).
    /// The root always remains. Returns nil if the column is to be shown and must be pushed first.
    fileprivate func remainingCount(
        of stack: [Handle], for column: SplitColumn, isShown: Bool
    ) -> Int? {
        if column == .primary {
            let first = isShown ? stack.firstIndex { others.contains($0) } : nil
            return max(1, first ?? stack.count)
        }
        guard let place = stack.firstIndex(of: handle(column)) else {
            return isShown ? nil : stack.count
        }
        return max(1, isShown ? place + 1 : place)
    }
}
