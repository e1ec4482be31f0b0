public import PagerModel

extension Scene {
    /// Defines a transition style. The style can be changed or removed only when a daemon starts.
    /// O(1).
    ///
    /// - Throws: `invalidIdentifier` or `idTaken` for the style's name, `limitExceeded` for too
    ///   many styles or keyframes, `invalidArgument` for an invalid duration or invalid keyframes.
    public mutating func define(_ style: TransitionStyle) throws(CommandError) {
        makeUnique()
        try check(style)
        add(style)
    }

    func check(_ style: TransitionStyle) throws(CommandError) {
        guard Identifier(style.name) != nil else {
            throw CommandError(
                .invalidIdentifier, "must be \(Identifier.form), got \(quoted(style.name))",
                path: "style")
        }
        guard state.styles.index(named: style.name) == nil else {
            throw CommandError(
                .idTaken,
                "the style \(style.name) is already defined and cannot be changed; choose another "
                    + "name", path: "style")
        }
        guard styles.count < Limits.styles else {
            throw CommandError(
                .limitExceeded,
                "there are \(Limits.styles) styles, and no more can be defined; use one of them, "
                    + "or start the daemon with a book that defines this one", path: "style")
        }
        try checkForm(of: style)
    }

    private func checkForm(of style: TransitionStyle) throws(CommandError) {
        try check(duration: style.duration)
        let keyframes = (style.tracks.from + style.tracks.to).reduce(0) { $0 + $1.keyframes.count }
        guard keyframes <= Limits.keyframes else {
            throw CommandError(
                .limitExceeded, "must have at most \(Limits.keyframes) keyframes, got \(keyframes)",
                path: "tracks")
        }
        try Self.check(style.tracks.from, at: "tracks.from")
        try Self.check(style.tracks.to, at: "tracks.to")
    }

    /// Checks tracks that are not those of a transition.
    ///
    /// - Throws: `limitExceeded` for too many keyframes, `invalidArgument` for invalid ones.
    public func check(_ tracks: [Track], at path: String) throws(CommandError) {
        let keyframes = tracks.reduce(0) { $0 + $1.keyframes.count }
        guard keyframes <= Limits.keyframes else {
            throw CommandError(
                .limitExceeded, "must have at most \(Limits.keyframes) keyframes, got \(keyframes)",
                path: path)
        }
        try Self.check(tracks, at: path)
    }

    mutating func add(_ style: TransitionStyle) {
        state.styles.add(style)
        noteSilentChange()
    }

    private static func check(_ tracks: [Track], at path: String) throws(CommandError) {
        for (index, track) in tracks.enumerated() {
            let times = track.keyframes.map(\.at)
            guard !times.isEmpty, times.allSatisfy({ (0...1).contains($0) }),
                zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 })
            else {
                throw .invalidArgument(
                    "must be at least one keyframe, with ascending values of `at` between 0 and 1",
                    path: "\(path)[\(index)].keyframes")
            }
        }
    }
}

/// Functions with which a starting daemon changes transition styles that are already defined.
/// Commands cannot change styles, because events that can be replayed refer to styles by index.
/// Callers of these functions discard such events.
extension Scene {
    /// Replaces the definition of a style. Everything that refers to the style uses the new
    /// definition. Discards the records of ended transitions that used the old definition. O(number
    /// of ended transitions).
    ///
    /// - Throws: `kindUnknown` if there is no style with this name, `limitExceeded` for too many
    ///   keyframes, `invalidArgument` for an invalid duration or invalid keyframes.
    package mutating func redefine(_ style: TransitionStyle) throws(CommandError) {
        let index = try self.style(named: style.name, at: "style")
        try checkForm(of: style)
        makeUnique()
        state.styles.replace(at: index, style)
        state.ended.removeAll { $0.style == index }
        noteSilentChange()
        endTurn()
    }

    /// Replaces all styles, except the built-in ones, with the styles in `program`. Discards the
    /// records of ended transitions.
    ///
    /// - Parameter program: The styles that the daemon's program adds to the built-in ones. Their
    ///   names must differ from each other and from the names of the built-in styles.
    /// - Returns: False, without any change, if the scene contains a controller, view or window.
    package mutating func resetStyles(to program: [TransitionStyle]) -> Bool {
        guard !hasTransitions, everything().isEmpty else { return false }
        makeUnique()
        state.styles = StyleTable([])
        for style in TransitionStyle.builtIn + program { add(style) }
        state.ended.removeAll { _ in true }
        noteSilentChange()
        endTurn()
        return true
    }
}
