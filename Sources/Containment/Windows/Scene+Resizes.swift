internal import PagerModel

/// Resizes of windows that take time [13.11]. The scene changes at once; the time is for displays.
extension Scene {
    /// Publishes that a resize begins, and sets the deadline at which it ends.
    mutating func beginResize(of window: Handle, to size: Size, duration: Double) {
        state.nextResize += 1
        state.resizes[window] = state.nextResize
        emit(WindowEvents.WillResize(size: size, duration: duration), of: window)
        insertDeadline(
            at: now.advanced(by: duration), .resize(window, number: state.nextResize))
    }

    /// Ends the resize of a window, if one is under way.
    ///
    /// - Parameter finished: false where another resize or the end of the window cuts it short.
    mutating func endResize(of window: Handle, finished: Bool) {
        guard !state.resizes.isEmpty, state.resizes.removeValue(forKey: window) != nil else {
            return
        }
        emit(WindowEvents.DidResize(finished: finished), of: window)
    }

    /// Ends the resize that a deadline is for.
    mutating func passResizeDeadline(of window: Handle, number: UInt64) {
        if isResizing(window, number: number) { endResize(of: window, finished: true) }
    }

    /// Whether the resize of this number is under way.
    func isResizing(_ window: Handle, number: UInt64) -> Bool { state.resizes[window] == number }
}
