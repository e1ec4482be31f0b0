internal import Containment
internal import PagerModel

/// The state of a container whose pages may come from a data source.
protocol DataSourcedState: ContainerState {
    /// The options of the data source. Nil if the container has no data source.
    var dataSource: PageSource? { get }
    /// The pages in the container's list, in order.
    var pages: [Handle] { get }
    /// The indexes of the selected pages. Empty if there are none.
    var selection: Range<Int> { get }
    var requests: PageRequests { get set }
    /// Removes all pages whose indexes are not in `range`. The range contains the selected pages.
    mutating func keep(_ range: Range<Int>)
}

extension DataSourcedState {
    var isLazy: Bool { dataSource != nil }

    /// Returns the page at one end of the list, which must not be empty.
    func end(_ side: PageSide) -> Handle { side == .before ? pages[0] : pages[pages.count - 1] }

    /// Returns the number of pages on one side of the selected ones.
    func pagesBeyond(_ side: PageSide) -> Int {
        side == .before ? selection.lowerBound : pages.count - selection.upperBound
    }
}

/// A container whose pages may come from a data source when they are needed.
///
/// The engine does not wait for a source: it publishes a request, and a later command supplies the
/// page. So a replay of the journal restores the same pages without a source.
protocol DataSourcedKind: ContainerKind where State: DataSourcedState {
    /// Checks a page before it is inserted at one end of the list.
    ///
    /// - Throws: `duplicateController`, `limitExceeded` and the errors of `checkMember`.
    func checkInsertion(
        of page: Handle, at place: Int, _ container: Handle, in scene: borrowing Scene
    ) throws(CommandError)
    /// Inserts a page at one end of the list and calls `updatePages`. `checkInsertion` has accepted
    /// the page.
    func insert(_ page: Handle, at place: Int, _ container: Handle, in scene: inout Scene)
    /// Called after pages have been released from the list.
    func didReleasePages(of container: Handle, in scene: inout Scene)
    /// Called after a request has timed out.
    func requestDidTimeOut(of container: Handle, in scene: inout Scene)
}
