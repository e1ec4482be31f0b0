internal import PagerModel

/// Animated resizes of windows [13.11]. The scene changes immediately; only the programs that
/// display it use the duration.
extension Scene {
    /// Publishes the start of a resize, and sets the deadline at which the resize ends.
    mutating func beginResize(of window: Handle, to size: Size, duration: Double) {
        state.nextResize += 1
        state.resizes[window] = state.nextResize
        emit(
            WindowEvents.WillResize {
                $0.size = size
                $0.duration = duration
            }, of: window)
        insertDeadline(
            at: now.advanced(by: duration), .resize(window, number: state.nextResize))
    }

    /// Ends the running resize of a window, if there is one.
    ///
    /// - Parameter finished: False if a new resize or the destruction of the window ends it early.
    mutating func endResize(of window: Handle, finished: Bool) {
        guard !state.resizes.isEmpty, state.resizes.removeValue(forKey: window) != nil else {
            return
        }
        emit(WindowEvents.DidResize { $0.finished = finished }, of: window)
    }

    /// Ends a resize at its deadline, unless it has already ended.
    mutating func passResizeDeadline(of window: Handle, number: UInt64) {
        if isResizing(window, number: number) { endResize(of: window, finished: true) }
    }

    /// Returns whether the resize with this number is running.
    func isResizing(_ window: Handle, number: UInt64) -> Bool { state.resizes[window] == number }
}
