internal import PagerModel

/// Where the visible pages of a pager stand.
///
/// Lengths along the axis are counted in pages, each with the spacing after it: page 3 reaches from
/// 3 to 4. What is visible begins at `origin` and is `pagesPerView` long. Where the ends of the pager
/// are joined, a position below 0 or from `count` on is that of a page at the other end.
struct PageLayout {
    let options: PagerOptions
    /// Of all pages.
    let count: Int

    private var pagesPerView: Double { options.pagesPerView }

    /// The last index at which the view can begin: nothing after it moves.
    var last: Int {
        guard options.alignment == .start, !options.wrap else { return count - 1 }
        return max(0, Int((Double(count) - pagesPerView).rounded(.up)))
    }

    /// Where the view begins while a page is selected.
    func origin(at index: Int) -> Double {
        switch options.alignment {
        case .center: Double(index) + 0.5 - pagesPerView / 2
        case .start:
            options.wrap
                ? Double(index) : min(Double(index), max(0, Double(count) - pagesPerView))
        }
    }

    /// The positions that are visible while a page is selected, which are never none: those of the
    /// `pagesPerView` pages, and with `peek` one more at an end that does not cut a page. O(1).
    func positions(at index: Int) -> ClosedRange<Int> {
        let (origin, end) = (origin(at: index), origin(at: index) + pagesPerView)
        var (first, last) = (origin.rounded(.down), end.rounded(.up) - 1)
        if options.peek > 0, first == origin { first -= 1 }
        if options.peek > 0, last + 1 == end { last += 1 }
        if options.wrap { return Int(first)...Int(last) }
        return max(0, Int(first))...min(count - 1, Int(last))
    }

    /// The page of a position.
    func index(at position: Int) -> Int { ((position % count) + count) % count }

    /// The visible pages with their positions, in order. A page that would be there twice is there
    /// once, at its best position. O(pagesPerView).
    func slots(at index: Int) -> [(page: Int, position: Int)] {
        let slots = positions(at: index).map { (page: self.index(at: $0), position: $0) }
        guard slots.count > count else { return slots }
        return slots.filter { slot in
            !slots.contains {
                $0.page == slot.page && isBetter($0.position, than: slot.position, at: index)
            }
        }
    }

    /// Whether a page is seen better at one position than at another: among the `pagesPerView` pages,
    /// nearer to the selected one, after it.
    private func isBetter(_ one: Int, than other: Int, at index: Int) -> Bool {
        let whole = origin(at: index)...(origin(at: index) + pagesPerView - 1)
        let (isWhole, isOtherWhole) = (whole.contains(Double(one)), whole.contains(Double(other)))
        if isWhole != isOtherWhole { return isWhole }
        let (way, otherWay) = (abs(one - index), abs(other - index))
        return way < otherWay || (way == otherWay && one > other)
    }

    /// How far a page is from the visible ones, 0 for one of them. O(1).
    func distance(of page: Int, at index: Int) -> Int {
        let positions = positions(at: index)
        guard options.wrap else {
            return max(0, positions.lowerBound - page, page - positions.upperBound)
        }
        let after = self.index(at: page - positions.lowerBound)
        return max(0, min(after - (positions.count - 1), count - after))
    }

    /// The way of the strip from one selected page to another, in pages; not further than to pages
    /// of which none is visible before and after.
    func way(from index: Int, to target: Int, _ direction: TransitionDirection) -> Double {
        var way = origin(at: target) - origin(at: index)
        if options.wrap {
            if direction == .forward, way < 0 { way += Double(count) }
            if direction == .reverse, way > 0 { way -= Double(count) }
        }
        let most = Double(positions(at: index).count)
        return min(max(way, -most), most)
    }

    /// The frame of a position while a page is selected.
    ///
    /// - Parameters:
    ///   - bounds: of the pager, without its inset.
    ///   - way: how far the strip is from where it will be, in pages.
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

    /// How long a page is, in points.
    func length(in extent: Double) -> Double {
        max(0, (extent - 2 * margin - (pagesPerView - 1) * options.spacing) / pagesPerView)
    }

    /// Where the view begins, in points: so much of the neighbour is before it, and the spacing.
    private var margin: Double { options.peek > 0 ? options.peek + options.spacing : 0 }
}
