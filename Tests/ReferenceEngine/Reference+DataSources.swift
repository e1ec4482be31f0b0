import PagerModel

/// The state of a data source at one end of a container's pages.
final class Brink {
    enum Answer { case none, asked(Int), end, late }

    let page: Controller
    var answer = Answer.none
    /// The released page that was next to it.
    weak var former: Controller?

    init(beside page: Controller) { self.page = page }

    var request: Int? {
        if case .asked(let number) = answer { number } else { nil }
    }
    var isEnd: Bool {
        if case .end = answer { true } else { false }
    }
}

/// The open page requests of a container with a data source.
struct OnDemand {
    /// The state before the first page and after the last one.
    var brinks: [PageSide: Brink] = [:]
    var latest = 0
    /// The side of the missing page for which commands wait.
    var holds: PageSide?
}

extension Controller {
    /// The data source of the container, or nil if it has none.
    var source: PageSource? {
        if kind == "pager" { return pager.options.dataSource }
        guard kind == "page", var source = page.options.dataSource else { return nil }
        source.keep *= page.takes
        source.readAhead *= page.takes
        return source
    }

    /// The pages that the container has.
    var supplied: [Controller] {
        get { kind == "pager" ? pager.pages : page.all }
        set { if kind == "pager" { pager.pages = newValue } else { page.all = newValue } }
    }

    /// The selected pages.
    var chosen: [Controller] {
        guard kind == "pager" else { return page.pages }
        return pager.index.map { pager.pages(at: $0).map(\.page) } ?? []
    }

    /// Returns the number of pages on a side of the selected ones.
    func beyond(_ side: PageSide) -> Int {
        let one = side == .before ? chosen.first : chosen.last
        guard let place = supplied.index(of: one) else { return 0 }
        return side == .before ? place : supplied.count - 1 - place
    }
}

/// Pages that are requested on demand.
extension Reference {
    /// Updates the requests after a change of the pages or of the selection.
    func updatePages(_ container: Controller) {
        let awaited = awaitedRequest(of: container)
        release(container)
        request(container, awaiting: awaited)
    }

    /// Releases the pages that are further away than `keep`.
    private func release(_ container: Controller) {
        guard let source = container.source, !container.chosen.isEmpty,
            running(in: container) == nil
        else {
            return
        }
        let all = container.supplied
        let early = max(0, container.beyond(.before) - source.keep)
        let late = max(0, container.beyond(.after) - source.keep)
        guard early + late > 0 else { return }
        let kept = Array(all.dropFirst(early).dropLast(late))
        release(all.filter { !kept.has($0) }, from: container)
        if early > 0 { renew(.before, of: container, beside: kept[0]).former = all[early - 1] }
        if late > 0 {
            renew(.after, of: container, beside: kept[kept.count - 1]).former =
                all[all.count - late]
        }
    }

    func release(_ gone: [Controller], from container: Controller) {
        if gone.isEmpty { return }
        let selected = container.pager.selected
        for page in gone { delist(page, from: container) }
        container.supplied = container.supplied.filter { !gone.has($0) }
        if container.kind == "pager" {
            container.pager.index = container.supplied.index(of: selected)
            announcePages(container)
        }
        tell(container, "\(container.kind).pagesReleased", list(gone))
        for page in gone where page.parent === container {
            willMove(page, to: nil)
            removeFromParent(page)
        }
    }

    /// Forgets the state next to another page and withdraws its open request.
    @discardableResult
    private func renew(_ side: PageSide, of container: Controller, beside page: Controller) -> Brink
    {
        let old = container.onDemand.brinks[side]
        let new = Brink(beside: page)
        container.onDemand.brinks[side] = new
        if let number = old?.request { told(number, "withdrawn", nil, container) }
        return new
    }

    /// Returns the open requests as in the record.
    func requests(of container: Controller) -> [Value] {
        PageSide.allCases.compactMap { side in
            guard let brink = container.onDemand.brinks[side], let number = brink.request else {
                return nil
            }
            return [
                "request": .integer(number), "side": .string(side.rawValue),
                "beside": .string(brink.page.name),
            ]
        }
    }

    private func told(
        _ number: Int, _ outcome: String, _ page: Controller?, _ container: Controller
    ) {
        tell(
            container, "\(container.kind).requestEnded", "\(number)", "\"\(outcome)\"", name(page),
            json(.array(requests(of: container))))
    }

    func request(_ container: Controller) {
        request(container, awaiting: awaitedRequest(of: container))
    }

    private func request(_ container: Controller, awaiting awaited: Int?) {
        for side in PageSide.allCases {
            let state = container
            let source = state.source
            let pages = state.supplied
            let page = source == nil ? nil : side == .before ? pages.first : pages.last
            if let page, state.onDemand.brinks[side]?.page !== page {
                renew(side, of: container, beside: page)
            } else if page == nil, let old = state.onDemand.brinks[side] {
                container.onDemand.brinks[side] = nil
                if let number = old.request { told(number, "withdrawn", nil, container) }
            }
            guard let source, !container.chosen.isEmpty,
                let brink = container.onDemand.brinks[side],
                case .none = brink.answer
            else { continue }
            if container.beyond(side) < source.readAhead { ask(side, brink, container) }
        }
        if let awaited, let side = container.onDemand.holds,
            awaitedRequest(of: container) != awaited
        {
            runHeld(side, container)
        }
    }

    private func awaitedRequest(of container: Controller) -> Int? {
        container.onDemand.holds.flatMap { container.onDemand.brinks[$0]?.request }
    }

    private func ask(_ side: PageSide, _ brink: Brink, _ container: Controller) {
        guard let source = container.source else { return }
        container.onDemand.latest += 1
        let number = container.onDemand.latest
        brink.answer = .asked(number)
        _ = schedule(in: source.timeout) { [unowned self, weak brink] in
            guard let brink, brink.request == number, container.onDemand.brinks[side] === brink
            else {
                return
            }
            brink.answer = .end
            told(number, "timedOut", nil, container)
            runHeld(side, container)
            if brink.isEnd { brink.answer = .late }
            if container.kind == "pager" { resumeAdvance(container) }
        }
        tell(
            container, "\(container.kind).pageNeeded", "\(number)", "\"\(side.rawValue)\"",
            name(brink.page),
            json(.array(requests(of: container))))
    }

    /// Returns the side whose page is missing for a step, or nil if no page is to be requested.
    func missing(_ container: Controller, by change: Int) -> PageSide? {
        let side = change > 0 ? PageSide.after : .before
        guard container.source != nil else { return nil }
        return container.onDemand.brinks[side]?.isEnd == true ? nil : side
    }

    /// Requests a missing page, unless it has been requested.
    func need(_ side: PageSide, _ container: Controller) {
        request(container)
        guard let brink = container.onDemand.brinks[side] else { return }
        switch brink.answer {
        case .none, .late: ask(side, brink, container)
        case .asked, .end: break
        }
    }

    /// Queues a command that changes to a missing page.
    func wait(for side: PageSide, _ container: Controller, interactive: Bool) throws(CommandError) {
        if interactive {
            need(side, container)
            tell(container, "\(container.kind).bounced", side == .after ? "\"last\"" : "\"first\"")
            return
        }
        try checkQueue(behind: container)
        need(side, container)
        if container.onDemand.holds == nil { container.onDemand.holds = side }
        try queue(behind: container)
    }

    private func runHeld(_ side: PageSide, _ container: Controller) {
        guard container.onDemand.holds == side else { return }
        container.onDemand.holds = nil
        runWaiting(for: container)
    }

    func supply(
        _ kind: String, _ id: Identifier?, _ answer: PageAnswer
    ) throws(CommandError) {
        let container = try controller(id, kind: kind)
        let found = PageSide.allCases.first {
            container.onDemand.brinks[$0]?.request == answer.request
        }
        guard let side = found, let brink = container.onDemand.brinks[side] else {
            throw CommandError(.requestNotFound, container.name)
        }
        var page: Controller?
        if let name = answer.page {
            let given = try controller(name)
            if given.lister === container { throw CommandError(.duplicateController, given.name) }
            try checkMember(given, mayJoin: container)
            page = given
        }
        brink.answer = page == nil ? .end : .none
        told(answer.request, page == nil ? "none" : "supplied", page, container)
        if let former = brink.former, controllers.has(former), former !== page {
            let answer = page.map { "<\($0.name)>" } ?? "no page"
            tell(
                container, "diagnostic.misuse",
                "The data source of <\(container.name)> supplies \(answer) \(side.rawValue) "
                    + "<\(brink.page.name)>, but <\(former.name)> was there earlier: a data source "
                    + "must always supply the same order.")
        }
        if let page { take(page, at: side, of: container) }
        runHeld(side, container)
        if container.kind == "pager" { resumeAdvance(container) }
    }

    private func take(_ page: Controller, at side: PageSide, of container: Controller) {
        let selected = container.pager.selected
        page.lister = container
        if side == .before {
            container.supplied.insert(page, at: 0)
        } else {
            container.supplied.append(page)
        }
        if container.kind == "page" {
            // The view of a scrolling neighbour is loaded from now on [9.4].
            if container.page.options.style == .scroll { load(page) }
            return keepPages(of: container)
        }
        container.pager.index = container.supplied.index(of: selected)
        announcePages(container)
        keepNeighbours(container)
        resumeAdvance(container)
    }
}
