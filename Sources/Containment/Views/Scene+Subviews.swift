internal import PagerModel

/// The lists of subviews and the recorded indexes of views.
///
/// A long list is divided into chunks. In such a list, the views of controllers presented with
/// `currentContext` or `overCurrentContext` are marked, so that a search for them can skip whole
/// chunks.
extension Scene {
    /// Inserts a view at an index among the subviews of another view.
    ///
    /// In a short list, O(1) at the end and O(number of subviews) elsewhere. A long list is divided
    /// into chunks; there, O(number of chunks).
    mutating func insertSubview(_ view: Handle, of superview: Handle, at index: Int) {
        if self[superview].subviews.isFull { divideSubviews(of: superview) }
        guard !self[superview].subviews.isLong else {
            return insertSubview(view, ofMany: superview, at: index)
        }
        let place =
            index == self[superview].subviews.count
            ? self[superview].subviews.append(view)
            : self[superview].subviews.insert(view, at: index)
        self[view].viewPlace = UInt32(place)
    }

    private mutating func insertSubview(
        _ view: Handle, ofMany superview: Handle, at index: Int
    ) {
        let presentations = presentations
        let (place, moved) = self[superview].subviews.insert(view, at: index) {
            presentations[$0]?.style.isInContext == true
        }
        self[view].viewPlace = UInt32(place)
        note(places: moved)
        if isInContext(view) { self[superview].subviews.mark(place, true) }
    }

    /// Removes a view from the list of its superview. Amortised O(1), or O(number of chunks) in a
    /// long list.
    mutating func removeSubview(_ view: Handle, of superview: Handle) {
        guard let place = subviewPlace(view, of: superview) else { return }
        if self[superview].subviews.isLong {
            if isInContext(view) { self[superview].subviews.mark(place, false) }
            note(places: self[superview].subviews.removeFromChunk(at: place))
        } else {
            self[superview].subviews.remove(at: place)
        }
        guard self[superview].subviews.isSparse else { return }
        self[superview].subviews.pack()
        note(places: self[superview].subviews.placed)
    }

    /// Returns the index of a view among the subviews of `superview`, or nil if it is not one of
    /// them.
    func subviewIndex(_ view: Handle, of superview: Handle) -> Int? {
        guard self[view].superview == superview,
            let place = subviewPlace(view, of: superview)
        else { return nil }
        return self[superview].subviews.index(at: place)
    }

    /// Returns the index at which to insert a view above `view`. The views of controllers presented
    /// with `currentContext` or `overCurrentContext` may be directly above `view`; the index is
    /// above these views too. Returns nil if `view` is not a subview of `superview`.
    func indexAboveContexts(over view: Handle, in superview: Handle) -> Int? {
        guard self[view].superview == superview,
            let place = subviewPlace(view, of: superview)
        else { return nil }
        return self[superview].subviews.endOfMarked(after: place) {
            note(visits: 1)
            return isInContext($0)
        }
    }

    /// Returns the position of a subview in its superview's list, or nil. The search starts at the
    /// last recorded position. O(distance), limited by the size of a short list or a chunk.
    private func subviewPlace(_ view: Handle, of superview: Handle) -> Int? {
        let hint = Int(self[view].viewPlace)
        guard let place = self[superview].subviews.place(of: view, near: hint) else { return nil }
        if !self[superview].subviews.isLong { note(visits: abs(place - hint)) }
        return place
    }

    private mutating func divideSubviews(of superview: Handle) {
        self[superview].subviews.divide()
        noteSubviews(of: superview)
    }

    /// Records the positions of all subviews of a view. In a long list, also marks the views of
    /// controllers that are presented with `currentContext` or `overCurrentContext`. No subview may
    /// be marked yet. O(subviews).
    mutating func noteSubviews(of superview: Handle) {
        let placed = self[superview].subviews.placed
        note(places: placed)
        guard self[superview].subviews.isLong else { return }
        for (view, place) in placed where isInContext(view) {
            self[superview].subviews.mark(place, true)
        }
    }

    private mutating func note(places moved: HandleChunks.Moved) {
        note(visits: moved.count)
        for (view, place) in moved { self[view].viewPlace = UInt32(place) }
    }

    // MARK: Views presented in contexts

    func isInContext(_ controller: Handle) -> Bool {
        presentations[controller]?.style.isInContext == true
    }

    /// Sets or clears the mark on the view of a controller that is presented with `currentContext`
    /// or `overCurrentContext`. Only long lists of subviews have marks. Called after the
    /// presentation has begun, and before it ends.
    mutating func markContext(_ view: Handle, _ isMarked: Bool) {
        let superview = self[view].superview
        guard self[superview].subviews.isLong, isInContext(view),
            let place = subviewPlace(view, of: superview)
        else { return }
        self[superview].subviews.mark(place, isMarked)
    }
}
