import Containment
import PagerModel

/// Several pages side by side. A turn takes one page out at one end and brings one in at the
/// other; those between stay, only their frames change.
///
/// Children are the pages on show and those in transition, nobody else.
public struct Carousel: ContainerKind {
    public struct State: ContainerState {
        public var options = CarouselOptions()
        var pages: [Handle] = []
        /// Of the first page on show, or of the one that will be.
        var index = 0
        /// The pages whose views are in the carousel; none until it first comes on screen.
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

    public func validate(_ options: CarouselOptions, in scene: Scene) throws(CommandError) {
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

    public func record(of carousel: Handle, in scene: Scene) -> CarouselRecord {
        let state = scene[Carousel.self, carousel]
        var record = CarouselRecord()
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

    // MARK: what is on show

    /// The pages from the index on come, others go, at once and without a transition: at first,
    /// and when the list or the number of pages changes.
    ///
    /// Before it is on screen none should be; while it comes it is not visible yet.
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

    /// Whether other pages are on show than should be.
    private func isWanting(
        _ carousel: Handle, _ isComing: Bool, in scene: Scene
    ) throws(CommandError) -> Bool {
        let state = scene[Carousel.self, carousel]
        if state.onShow.isEmpty, !isComing, try !scene.isVisible(carousel) { return false }
        return state.onShow != state.window(at: state.index)
    }

    /// Every page on show gets its place, in a transition its place after it.
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

    func frame(at slot: Int, _ options: CarouselOptions, in size: Size) -> Frame {
        let width = size.width / Double(options.shown)
        return Frame(x: Double(slot) * width, y: 0, width: width, height: size.height)
    }

    /// The decision: another page is the first. Never so far that room is left at the end.
    func move(_ carousel: Handle, to index: Int, in scene: inout Scene) throws(CommandError) {
        let state = scene[Carousel.self, carousel]
        let index = min(index, state.lastIndex)
        guard index != state.index else { return }
        scene[Carousel.self, carousel].index = index
        try scene.emit(CarouselKind.DidSelect(index: index), of: carousel)
    }
}
