internal import Containment
internal import PagerModel

/// The state of a container whose pages may come from a data source.
protocol DataSourcedState: ContainerState {
    /// The options of the data source. Nil if the container has no data source.
    var dataSource: PageSource? { get }
    /// The pages in the container's list, in order.
    var pages: [Handle] { get }
    /// The indexes of the selected pages. Empty if no page is selected.
    var selection: Range<Int> { get }
    var requests: PageRequests { get set }
    /// Removes all pages whose indexes are not in `range`. The range contains the selected pages.
    mutating func keep(_ range: Range<Int>)
}

extension DataSourcedState {
    var isLazy: Bool { dataSource != nil }

    /// Returns the page at one end of the list, which must not be empty.
    func end(_ side: PageSide) -> Handle { side == .before ? pages[0] : pages[pages.count - 1] }

    /// Returns the number of pages on one side of the selected pages.
    func pagesBeyond(_ side: PageSide) -> Int {
        side == .before ? selection.lowerBound : pages.count - selection.upperBound
    }
}

/// A container kind whose pages can come from a data source, which supplies them when they are
/// needed.
///
/// The engine does not wait for the data source: it publishes a request, and a later command
/// supplies the page. The journal contains this command, so a replay restores the same pages
/// without the data source.
protocol DataSourcedKind: ContainerKind where State: DataSourcedState {
    /// Checks a page before it is inserted at one end of the list.
    ///
    /// - Throws: `duplicateController`, `limitExceeded` and the errors of `checkMember`.
    func checkInsertion(
        of page: Handle, at place: Int, _ container: Handle, in scene: borrowing Scene
    ) throws(CommandError)
    /// Inserts a page at one end of the list, and calls `updatePages`. Call `checkInsertion` before
    /// this method.
    func insert(_ page: Handle, at place: Int, _ container: Handle, in scene: inout Scene)
    /// Called after pages have been released from the list.
    func didReleasePages(of container: Handle, in scene: inout Scene)
    /// Called after a request for a page has timed out.
    func requestDidTimeOut(of container: Handle, in scene: inout Scene)
}
