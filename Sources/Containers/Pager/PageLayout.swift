internal import PagerModel

/// The positions of a pager's visible pages.
///
/// Positions and distances in the direction of paging are measured in pages. A page includes the
/// spacing after it: page 3 extends from 3 to 4. The visible part begins at `origin` and has the
/// length `pagesPerView`. With `wrap`, a position below 0 or at least `count` refers to a page at
/// the other end.
struct PageLayout {
    let options: PagerOptions
    /// The number of all pages.
    let count: Int

    private var pagesPerView: Double { options.pagesPerView }

    /// The index of the first page whose selection moves the strip of pages to its end. The
    /// selection of a later page does not move the strip further.
    var last: Int {
        guard options.alignment == .start, !options.wrap else { return count - 1 }
        return max(0, Int((Double(count) - pagesPerView).rounded(.up)))
    }

    /// Returns the position at which the visible part of the strip begins while the page at `index`
    /// is selected.
    func origin(at index: Int) -> Double {
        switch options.alignment {
        case .center: Double(index) + 0.5 - pagesPerView / 2
        case .start:
            options.wrap
                ? Double(index) : min(Double(index), max(0, Double(count) - pagesPerView))
        }
    }

    /// Returns the positions that are visible while the page at `index` is selected, at least one.
    /// With `peek`, one more position is visible at each end, unless a page is partly visible there
    /// already. O(1).
    func positions(at index: Int) -> ClosedRange<Int> {
        let (origin, end) = (origin(at: index), origin(at: index) + pagesPerView)
        var (first, last) = (origin.rounded(.down), end.rounded(.up) - 1)
        if options.peek > 0, first == origin { first -= 1 }
        if options.peek > 0, last + 1 == end { last += 1 }
        if options.wrap { return Int(first)...Int(last) }
        return max(0, Int(first))...min(count - 1, Int(last))
    }

    /// Returns the index of the page at a position.
    func index(at position: Int) -> Int { ((position % count) + count) % count }

    /// Returns the pages that are visible while the page at `index` is selected, in the order of
    /// their positions. A page that is visible at two positions is returned once, with the position
    /// that `isBetter` prefers. O(pagesPerView).
    func slots(at index: Int) -> [(page: Int, position: Int)] {
        let slots = positions(at: index).map { (page: self.index(at: $0), position: $0) }
        guard slots.count > count else { return slots }
        return slots.filter { slot in
            !slots.contains {
                $0.page == slot.page && isBetter($0.position, than: slot.position, at: index)
            }
        }
    }

    /// Returns whether the position `one` is preferred to the position `other` for a page that is
    /// visible at both. A position at which the page is entirely visible is preferred, then the
    /// position nearer to the selected page, then the later position.
    private func isBetter(_ one: Int, than other: Int, at index: Int) -> Bool {
        let whole = origin(at: index)...(origin(at: index) + pagesPerView - 1)
        let (isWhole, isOtherWhole) = (whole.contains(Double(one)), whole.contains(Double(other)))
        if isWhole != isOtherWhole { return isWhole }
        let (way, otherWay) = (abs(one - index), abs(other - index))
        return way < otherWay || (way == otherWay && one > other)
    }

    /// Returns the distance in pages from a page to the nearest page that is visible while the page
    /// at `index` is selected. 0 for a visible page. O(1).
    func distance(of page: Int, at index: Int) -> Int {
        let positions = positions(at: index)
        guard options.wrap else {
            return max(0, positions.lowerBound - page, page - positions.upperBound)
        }
        let after = self.index(at: page - positions.lowerBound)
        return max(0, min(after - (positions.count - 1), count - after))
    }

    /// Returns the distance, in pages, by which the strip of pages moves when the selection changes
    /// from one page to another. The distance is limited to the number of visible positions, which
    /// is enough to replace all visible pages.
    func way(from index: Int, to target: Int, _ direction: TransitionDirection) -> Double {
        var way = origin(at: target) - origin(at: index)
        if options.wrap {
            if direction == .forward, way < 0 { way += Double(count) }
            if direction == .reverse, way > 0 { way -= Double(count) }
        }
        let most = Double(positions(at: index).count)
        return min(max(way, -most), most)
    }

    /// Returns the frame of the page at a position of the strip, while the page at `index` is
    /// selected.
    ///
    /// - Parameters:
    ///   - bounds: The bounds of the pager without its inset.
    ///   - way: The distance of the strip from its final position, in pages.
    func frame(
        of position: Int, at index: Int, in bounds: Frame, after way: Double = 0
    ) -> Frame {
        let isVertical = options.direction == .vertical
        let extent = isVertical ? bounds.height : bounds.width
        let length = length(in: extent)
        let offset = Double(position) - origin(at: index) + way
        var place = margin + offset * (length + options.spacing)
        if options.rightToLeft, !isVertical { place = extent - length - place }
        return isVertical
            ? Frame(x: bounds.x, y: bounds.y + place, width: bounds.width, height: length)
            : Frame(x: bounds.x + place, y: bounds.y, width: length, height: bounds.height)
    }

    /// Returns the width of a page in points, or the height if the pager is vertical.
    ///
    /// - Parameter extent: The width or height of the pager without its inset.
    func length(in extent: Double) -> Double {
        max(0, (extent - 2 * margin - (pagesPerView - 1) * options.spacing) / pagesPerView)
    }

    /// The distance in points from the edge of the pager to the first page. It is the sum of `peek`
    /// and the spacing, or 0 if `peek` is 0.
    private var margin: Double { options.peek > 0 ? options.peek + options.spacing : 0 }
}
