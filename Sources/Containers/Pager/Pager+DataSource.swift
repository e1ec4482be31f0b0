public import Containment
public import PagerModel

extension Pager.State: DataSourcedState {
    var dataSource: PageSource? { isLazy ? options.dataSource : nil }

    var selection: Range<Int> {
        index < 0 ? 0..<0 : visiblePositions.lowerBound..<visiblePositions.upperBound + 1
    }

    mutating func keep(_ range: Range<Int>) {
        pages = Array(pages[range])
        index -= range.lowerBound
    }
}

extension Pager: DataSourcedKind {
    func didReleasePages(of pager: Handle, in scene: inout Scene) {
        announcePages(of: pager, in: &scene)
    }

    func requestDidTimeOut(of pager: Handle, in scene: inout Scene) {
        resumeTimer(of: pager, in: &scene)
    }

    public func holdsCommands(of pager: Handle, in scene: Scene) -> Bool {
        awaitsPage(pager, in: scene)
    }
}

extension PagerSupply: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> CheckedAnswer {
        try Pager().validate(answer, to: id, in: scene)
    }

    public func commit(_ answer: CheckedAnswer, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(answer, in: &scene)
        return Reply()
    }
}
