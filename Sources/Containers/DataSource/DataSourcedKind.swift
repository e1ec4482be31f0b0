internal import Containment
internal import PagerModel

/// The state of a container whose pages may come from a data source.
protocol DataSourcedState: ContainerState {
    /// Nil where it has all of its pages.
    var dataSource: PageSource? { get }
    /// The pages in the list, in order.
    var pages: [Handle] { get }
    /// The indexes of the selected pages; empty where there are none.
    var selection: Range<Int> { get }
    var requests: PageRequests { get set }
    /// Removes the pages outside of a range of indexes, in which the selected ones are.
    mutating func keep(_ range: Range<Int>)
}

extension DataSourcedState {
    var isLazy: Bool { dataSource != nil }

    /// The page at one end of the list, which is not empty.
    func end(_ side: PageSide) -> Handle { side == .before ? pages[0] : pages[pages.count - 1] }

    /// The number of pages on one side of the selected ones.
    func pagesBeyond(_ side: PageSide) -> Int {
        side == .before ? selection.lowerBound : pages.count - selection.upperBound
    }
}

/// A container whose pages may come from a data source, as they are needed.
///
/// The engine waits for no source: it publishes which page it needs, and the page comes by a command
/// like any other. So a journal gives the same pages again without a source.
protocol DataSourcedKind: ContainerKind where State: DataSourcedState {
    /// Checks a page that is to come to one end of the list.
    ///
    /// - Throws: `duplicateController`, `limitExceeded` and what `checkMember` throws.
    func checkInsertion(
        of page: Handle, at place: Int, _ container: Handle, in scene: borrowing Scene
    ) throws(CommandError)
    /// Puts a page that has been checked at one end of the list, and calls `updatePages`.
    func insert(_ page: Handle, at place: Int, _ container: Handle, in scene: inout Scene)
    /// Called after pages have been released from the list.
    func didReleasePages(of container: Handle, in scene: inout Scene)
    /// Called after a request has ended because no answer came in time.
    func requestDidTimeOut(of container: Handle, in scene: inout Scene)
}
