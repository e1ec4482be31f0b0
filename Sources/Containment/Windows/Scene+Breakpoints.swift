internal import PagerModel

/// The controllers with breakpoints: options that apply while their window has a certain size.
struct SizedControllers: Sendable {
    private var all: Set<Handle> = []
    /// Whether a window may have another size for one of them, since the last call of `take`.
    private var isDue = false

    var isEmpty: Bool { all.isEmpty }

    mutating func set(_ controller: Handle, hasBreakpoints: Bool) {
        if hasBreakpoints {
            all.insert(controller)
            isDue = true
        } else if !all.isEmpty {
            all.remove(controller)
        }
    }

    mutating func noteSize() { isDue = !all.isEmpty }

    /// Returns the controllers to check, in the order of their slots.
    mutating func take() -> [Handle] {
        guard isDue else { return [] }
        isDue = false
        return all.sorted { $0.slot < $1.slot }
    }
}

extension Scene {
    /// Finds the controllers with breakpoints after the scene was read from an archive.
    /// O(controllers).
    mutating func findBreakpoints() {
        for controller in list(.controller) where self[optionsOf: controller].breakpoints != nil {
            state.sized.set(controller, hasBreakpoints: true)
        }
    }

    /// Checks breakpoints: each of them alone must lead to valid options.
    ///
    /// - Parameter own: The options of the kind without breakpoints.
    /// - Throws: The error of the first invalid breakpoint, with its path.
    func check<K: ContainerKind>(
        _ breakpoints: [Breakpoint], of kind: K, on own: K.State.Options
    ) throws(CommandError) {
        guard breakpoints.count <= Limits.breakpoints else {
            throw CommandError(
                .limitExceeded,
                "must be at most \(Limits.breakpoints) breakpoints, got \(breakpoints.count)",
                path: "breakpoints")
        }
        try Limits.checkContent(
            breakpoints.reduce(0) { $0 + $1.footprint }, at: "breakpoints")
        for (index, breakpoint) in breakpoints.enumerated() {
            do throws(CommandError) {
                try breakpoint.check()
                do throws(CommandError) {
                    var decoder = FieldDecoder(breakpoint.options.members ?? [])
                    var variant = own
                    try variant.read(from: &decoder)
                    try decoder.finish()
                    try kind.validate(variant, in: self)
                } catch {
                    throw error.inside("options")
                }
            } catch {
                throw error.inside("breakpoints[\(index)]")
            }
        }
    }

    /// Gives all controllers with breakpoints the options for the size of their windows, if a size
    /// may have changed. O(controllers with breakpoints) then.
    mutating func adaptToSizes() {
        for controller in state.sized.take() where isAlive(controller) {
            let old = optionMembers(of: controller)
            guard adapt(controller) else { continue }
            announceChanges(of: controller, from: old)
            notifyKindOfOptions(controller)
        }
    }

    /// Gives a controller the options for the size of its window. A controller outside of windows
    /// keeps its options. Returns whether they have changed; the caller then announces that.
    mutating func adapt(_ controller: Handle) -> Bool {
        guard let breakpoints = self[optionsOf: controller].breakpoints,
            let size = windowSize(of: controller)
        else { return false }
        var wanted: [Value.Member] = []
        for breakpoint in breakpoints where breakpoint.when.holds(size) {
            for member in breakpoint.options.members ?? [] {
                wanted.removeAll { $0.name == member.name }
                wanted.append(member)
            }
        }
        return adapt(controller, to: wanted, self[kindOf: controller].kind)
    }

    private mutating func adapt<K: ContainerKind>(
        _ controller: Handle, to wanted: [Value.Member], _ kind: K
    ) -> Bool {
        let current = kindOptions(of: controller, kind)
        let base = self[optionsOf: controller].baseOptions?.members ?? []
        let next = wanted.map { member in
            (base + current).first { $0.name == member.name } ?? Value.Member(member.name, .null)
        }
        let restored = base.filter { old in !wanted.contains { $0.name == old.name } }
        var options = self[K.self, controller].options
        do throws(CommandError) {
            var decoder = FieldDecoder(restored + wanted)
            try options.read(from: &decoder)
            try kind.validate(options, in: self)
        } catch {
            misuse(
                controller,
                "The breakpoints of \(shown(controller)) do not apply, because together they are "
                    + "invalid: \(error.sentence)")
            return false
        }
        let after = Value(fields: options, writesNull: true).members ?? []
        guard after != current || next != base else { return false }
        self[K.self, controller].options = options
        self[optionsOf: controller].baseOptions = next.isEmpty ? nil : .object(next)
        return true
    }
}
