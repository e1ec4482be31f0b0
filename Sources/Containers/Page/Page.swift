public import Containment
public import PagerModel

/// The container kind `page`: a page controller, which shows one page, or two pages if the spine is
/// in the middle [9].
public struct Page: ContainerKind {
    public struct State: ContainerState {
        public var options = PageOptions()
        /// The visible pages.
        var controllers: [Handle] = []
        /// The pages that the controller keeps, in order: the visible pages and, with a data
        /// source, their neighbours.
        var pages: [Handle] = []
        var requests = PageRequests()
        /// The pages that the running transition shows.
        var next: [Handle] = []
        /// The pages that were visible before the running transition.
        var previous: [Handle] = []
        /// The page on the back of the sheet that the transition turns, or `.none`.
        var back = Handle.none

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.visit(&options)
            controllers.visit(&archive)
            next.visit(&archive)
            previous.visit(&archive)
            guard archive.holds("dataSources") else { return pages = controllers }
            pages.visit(&archive)
            requests.visit(&archive)
            back.visit(&archive)
            archive.require(
                pages.count >= controllers.count && selection.upperBound <= pages.count,
                "the visible pages are not among the pages")
        }
    }

    public typealias Declaration = PageKind
    public static let traits = KindTraits(
        laysOutAfterAppearing: true, supportsManualForwarding: false)
    public static let reactions = CallbackSet(.viewWillLayoutSubviews)
    public static let scrollDuration = 0.3
    public static let curlDuration = 0.5

    public init() {}

    public func record(of page: Handle, in scene: Scene) -> PageRecord {
        var record = PageRecord()
        record.controllers = scene.identifiers(scene[Page.self, page].controllers)
        record.requests = requests(of: page, in: scene)
        return record
    }

    public func validate(_ options: PageOptions, in scene: Scene) throws(CommandError) {
        try options.dataSource?.check()
        guard options.spine != .mid || options.doubleSided != false else {
            throw .invalidArgument(
                "with the spine in the middle, sheets have pages on both sides; omit doubleSided, "
                    + "or set it to true", path: "doubleSided")
        }
    }

    public func optionsDidChange(of page: Handle, in scene: inout Scene) {
        keepPages(of: page, in: &scene)
    }

    public func members(of page: Handle, in scene: Scene) -> [Handle] {
        scene[Page.self, page].pages
    }

    public func react(
        to callback: Callback, of page: Handle, animated: Bool, in scene: inout Scene
    ) {
        place(scene[Page.self, page].controllers, page, in: &scene)
    }

    public func size(
        forChild child: Handle, of page: Handle, in scene: Scene, parentSize: Size
    ) -> Size? {
        let state = scene[Page.self, page]
        return frame(of: 0, among: state.controllers.count, parentSize, state.options).size
    }

    /// Returns the frame of the page with the index `place` among `count` visible pages. Two pages
    /// are side by side or one above the other; a single page fills the view.
    func frame(of place: Int, among count: Int, _ size: Size, _ options: PageOptions) -> Frame {
        guard count == 2 else { return Frame(size) }
        if options.navigationOrientation == .vertical {
            let half = size.height / 2
            return Frame(x: 0, y: place == 0 ? 0 : half, width: size.width, height: half)
        }
        let half = size.width / 2
        return Frame(x: place == 0 ? 0 : half, y: 0, width: half, height: size.height)
    }

    func place(_ pages: [Handle], _ page: Handle, in scene: inout Scene) {
        let size = scene.bounds(of: page)
        for (index, controller) in pages.enumerated()
        where scene.parent(of: controller) == page {
            scene.setFrame(
                controller,
                frame(of: index, among: pages.count, size, scene[Page.self, page].options))
        }
    }
}
