public import Containment
public import PagerModel

/// The list of pages, to which a data source can add pages.
extension Page.State: DataSourcedState {
    /// The options of the data source, with `readAhead` and `keep` converted from page turns to
    /// pages.
    var dataSource: PageSource? {
        guard var source = options.dataSource else { return nil }
        source.readAhead *= options.pagesPerTurn
        source.keep *= options.pagesPerTurn
        return source
    }

    var selection: Range<Int> {
        guard let first = controllers.first, let place = pages.firstIndex(of: first) else {
            return 0..<0
        }
        return place..<place + controllers.count
    }

    mutating func keep(_ range: Range<Int>) { pages = Array(pages[range]) }
}

extension Page: DataSourcedKind {
    func checkInsertion(
        of page: Handle, at place: Int, _ container: Handle, in scene: borrowing Scene
    ) throws(CommandError) {
        try scene.checkMember(page, of: container, at: "page")
    }

    /// Inserts a page. With the style `scroll`, the view of the page is loaded, but the page does
    /// not receive appearance callbacks [9.4].
    func insert(_ page: Handle, at place: Int, _ container: Handle, in scene: inout Scene) {
        scene.addMember(page, to: container)
        scene[Page.self, container].pages.insert(page, at: place)
        if scene[Page.self, container].options.style == .scroll { scene.loadViewIfNeeded(page) }
        keepPages(of: container, in: &scene)
    }

    func didReleasePages(of container: Handle, in scene: inout Scene) {}

    func requestDidTimeOut(of container: Handle, in scene: inout Scene) {}

    /// Releases pages that are no longer needed, and requests missing pages. Called after the list,
    /// the visible pages or the options have changed.
    func keepPages(of page: Handle, in scene: inout Scene) {
        let state = scene[Page.self, page]
        if !state.isLazy, state.pages.count > state.controllers.count, !scene.isRunning(page) {
            release(outside: state.selection, of: page, in: &scene)
        }
        updatePages(of: page, in: &scene)
    }

    public func holdsCommands(of page: Handle, in scene: Scene) -> Bool {
        awaitsPage(page, in: scene)
    }

    public func awaits(_ token: UInt64, of page: Handle, in scene: Scene) -> Bool {
        side(of: token, page, in: scene) != nil
    }

    public func deadline(_ token: UInt64, of page: Handle, in scene: inout Scene) {
        guard let side = side(of: token, page, in: scene) else { return }
        timeOut(side, of: page, in: &scene)
    }
}
