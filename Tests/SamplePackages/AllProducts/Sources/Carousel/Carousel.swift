import Containment
import PagerModel

/// Several pages side by side. A page turn removes one page at one end and adds one at the other.
/// The pages between stay and only change their frames.
///
/// Its children are the visible pages and those in transition.
public struct Carousel: ContainerKind {
    public struct State: ContainerState {
        public var options = CarouselKind.Options()
        var pages: [Handle] = []
        /// The index of the first visible page, or of the one that will be first.
        var index = 0
        /// The pages whose views are in the carousel; empty until the carousel is first on screen.
        var onShow: [Handle] = []

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.fields(&options)
            archive.visit(&pages)
            archive.visit(&index)
            archive.visit(&onShow)
            archive.require((0...lastIndex).contains(index), "no page \(index) can be the first")
        }

        var lastIndex: Int { max(0, pages.count - options.shown) }

        func window(at index: Int) -> [Handle] {
            Array(pages[index..<min(index + options.shown, pages.count)])
        }
    }

    public typealias Declaration = CarouselKind
    public static let reactions = CallbackSet(.viewWillAppear, .viewWillLayoutSubviews)

    public init() {}

    public func validate(_ options: CarouselKind.Options, in scene: Scene) throws(CommandError) {
        guard (1...100).contains(options.shown) else {
            throw .invalidArgument("1 to 100 pages side by side", path: "shown")
        }
        guard (0...Limits.seconds).contains(options.duration) else {
            throw .invalidArgument("a duration is 0 to \(Int(Limits.seconds)) s", path: "duration")
        }
        _ = try scene.style(named: options.style, at: "style")
    }

    public func optionsDidChange(
        of carousel: Handle, in scene: inout Scene
    ) throws(CommandError) {
        try move(carousel, to: scene[Carousel.self, carousel].index, in: &scene)
        try fill(carousel, in: &scene)
    }

    public func record(of carousel: Handle, in scene: Scene) -> CarouselKind.Record {
        let state = scene[Carousel.self, carousel]
        var record = CarouselKind.Record()
        record.pages = state.pages.compactMap { Identifier(scene.name(of: $0)) }
        record.index = state.index
        return record
    }

    public func members(of carousel: Handle, in scene: Scene) -> [Handle] {
        scene[Carousel.self, carousel].pages
    }

    public func react(
        to callback: Callback, of carousel: Handle, animated: Bool, in scene: inout Scene
    ) throws(CommandError) {
        switch callback {
        case .viewWillAppear: try fill(carousel, isComing: true, in: &scene)
        case .viewWillLayoutSubviews: try layOut(carousel, in: &scene)
        default: break
        }
    }

    public func size(
        forChild child: Handle, of carousel: Handle, in scene: Scene, parentSize: Size
    ) -> Size? {
        frame(at: 0, scene[Carousel.self, carousel].options, in: parentSize).size
    }

    // MARK: shown page

    /// Shows the pages from the index on and removes others, without a transition: for the first
    /// appearance, and when the list or the number of visible pages changes.
    ///
    /// A carousel has no visible pages before it is on screen. While it appears, it is not visible
    /// yet.
    func fill(
        _ carousel: Handle, isComing: Bool = false, in scene: inout Scene
    ) throws(CommandError) {
        guard try isWanting(carousel, isComing, in: scene) else {
            return try layOut(carousel, in: &scene)
        }
        try scene.supersede(carousel)
        let state = scene[Carousel.self, carousel]
        let wanted = state.window(at: state.index)
        scene[Carousel.self, carousel].onShow = wanted
        for page in state.onShow where !wanted.contains(page) {
            try scene.willMove(page, to: .none)
            try scene.removeView(of: page)
            try scene.removeFromParent(page)
        }
        for (slot, page) in wanted.enumerated() where !state.onShow.contains(page) {
            let isNew = try scene.parent(of: page) != carousel
            try scene.addManagedChild(page, to: carousel)
            let size = try scene.bounds(of: carousel)
            try scene.addView(
                of: page, to: carousel, frame: frame(at: slot, state.options, in: size))
            if isNew { try scene.didMove(page, to: carousel) }
        }
        try layOut(carousel, in: &scene)
    }

    /// Whether the visible pages differ from those that should be.
    private func isWanting(
        _ carousel: Handle, _ isComing: Bool, in scene: Scene
    ) throws(CommandError) -> Bool {
        let state = scene[Carousel.self, carousel]
        if state.onShow.isEmpty, !isComing, try !scene.isVisible(carousel) { return false }
        return state.onShow != state.window(at: state.index)
    }

    /// Sets the frame of every visible page; in a transition, the frame after it.
    func layOut(_ carousel: Handle, in scene: inout Scene) throws(CommandError) {
        let state = scene[Carousel.self, carousel]
        let index = try scene.runningTransition(of: carousel)?.plan.tag ?? state.index
        try place(state.window(at: index), in: carousel, &scene)
    }

    func place(
        _ pages: [Handle], in carousel: Handle, _ scene: inout Scene
    ) throws(CommandError) {
        let options = scene[Carousel.self, carousel].options
        let size = try scene.bounds(of: carousel)
        for (slot, page) in pages.enumerated() where try scene.parent(of: page) == carousel {
            try scene.setFrame(page, frame(at: slot, options, in: size))
        }
    }

    func frame(at slot: Int, _ options: CarouselKind.Options, in size: Size) -> Frame {
        let width = size.width / Double(options.shown)
        return Frame(x: Double(slot) * width, y: 0, width: width, height: size.height)
    }

    /// Makes another page the first one. The last page limits the index, so that no place at the
    /// end stays empty.
    func move(_ carousel: Handle, to index: Int, in scene: inout Scene) throws(CommandError) {
        let state = scene[Carousel.self, carousel]
        let index = min(index, state.lastIndex)
        guard index != state.index else { return }
        scene[Carousel.self, carousel].index = index
        try scene.emit(CarouselKind.DidSelect { $0.index = index }, of: carousel)
    }
}
