import PagerModel

/// What a pager with a data source knows of one side of its pages.
final class Brink {
    enum Answer { case none, asked(Int), end, late }

    let page: Controller
    var answer = Answer.none
    /// The page that was beside it before it was released.
    weak var former: Controller?

    init(beside page: Controller) { self.page = page }

    var request: Int? {
        if case .asked(let number) = answer { number } else { nil }
    }
    var isEnd: Bool {
        if case .end = answer { true } else { false }
    }
}

/// Pages that come as they are needed.
extension Reference {
    /// The pages have changed, or the selected one.
    func updatePages(_ pager: Controller) {
        release(pager)
        request(pager)
    }

    /// Pages that are further away than `keep` go.
    private func release(_ pager: Controller) {
        let state = pager.pager
        guard let source = state.options.dataSource, let index = state.index,
            running(in: pager) == nil
        else { return }
        let near = state.pages.enumerated().filter { abs($0.offset - index) <= source.keep }
        let kept = near.map(\.element)
        let gone = state.pages.filter { !kept.has($0) }
        guard !gone.isEmpty else { return }
        let selected = state.selected
        for page in gone { delist(page, from: pager) }
        pager.pager.pages = kept
        pager.pager.index = kept.place(of: selected)
        announcePages(pager)
        tell(pager, "pager.pagesReleased", list(gone))
        for page in gone where page.parent === pager {
            willMove(page, to: nil)
            removeFromParent(page)
        }
        if let first = near.first?.offset, first > 0 {
            renew(.before, of: pager, beside: kept[0]).former = state.pages[first - 1]
        }
        if let last = near.last?.offset, last + 1 < state.pages.count {
            renew(.after, of: pager, beside: kept[kept.count - 1]).former = state.pages[last + 1]
        }
    }

    /// Nothing is known beside another page; what was asked is not needed any more.
    @discardableResult
    private func renew(_ side: PageSide, of pager: Controller, beside page: Controller) -> Brink {
        let old = pager.pager.brinks[side]
        let new = Brink(beside: page)
        pager.pager.brinks[side] = new
        if let number = old?.request { told(number, "withdrawn", nil, pager) }
        return new
    }

    /// The open requests, as the record has them.
    func requests(of pager: Controller) -> [Value] {
        PageSide.allCases.compactMap { side in
            guard let brink = pager.pager.brinks[side], let number = brink.request else {
                return nil
            }
            return [
                "request": .integer(number), "side": .string(side.rawValue),
                "beside": .string(brink.page.name),
            ]
        }
    }

    private func told(_ number: Int, _ outcome: String, _ page: Controller?, _ pager: Controller) {
        tell(
            pager, "pager.requestEnded", "\(number)", "\"\(outcome)\"", name(page),
            json(.array(requests(of: pager))))
    }

    func request(_ pager: Controller) {
        var withdrawn: PageSide?
        for side in PageSide.allCases {
            let state = pager.pager
            let source = state.options.dataSource
            let page = source == nil ? nil : side == .before ? state.pages.first : state.pages.last
            if let page, state.brinks[side]?.page !== page {
                if state.brinks[side]?.request != nil, state.holds == side { withdrawn = side }
                renew(side, of: pager, beside: page)
            } else if page == nil, let old = state.brinks[side] {
                pager.pager.brinks[side] = nil
                if let number = old.request {
                    if state.holds == side { withdrawn = side }
                    told(number, "withdrawn", nil, pager)
                }
            }
            guard let source, let index = pager.pager.index, let brink = pager.pager.brinks[side],
                case .none = brink.answer
            else { continue }
            let there = side == .before ? index : state.pages.count - 1 - index
            if there < source.readAhead { ask(side, brink, pager) }
        }
        if let withdrawn { runHeld(withdrawn, pager) }
    }

    private func ask(_ side: PageSide, _ brink: Brink, _ pager: Controller) {
        guard let source = pager.pager.options.dataSource else { return }
        pager.pager.latestRequest += 1
        let number = pager.pager.latestRequest
        brink.answer = .asked(number)
        _ = schedule(in: source.timeout) { [unowned self, weak brink] in
            guard let brink, brink.request == number, pager.pager.brinks[side] === brink else {
                return
            }
            brink.answer = .end
            told(number, "timedOut", nil, pager)
            runHeld(side, pager)
            if brink.isEnd { brink.answer = .late }
            resumeAdvance(pager)
        }
        tell(
            pager, "pager.pageNeeded", "\(number)", "\"\(side.rawValue)\"", name(brink.page),
            json(.array(requests(of: pager))))
    }

    /// The side whose page is missing for a step, nil where there is none to come.
    func missing(_ pager: Controller, by change: Int) -> PageSide? {
        let side = change > 0 ? PageSide.after : .before
        guard pager.pager.options.dataSource != nil else { return nil }
        return pager.pager.brinks[side]?.isEnd == true ? nil : side
    }

    /// Asks for a missing page, unless that has been done.
    func need(_ side: PageSide, _ pager: Controller) {
        request(pager)
        guard let brink = pager.pager.brinks[side] else { return }
        switch brink.answer {
        case .none, .late: ask(side, brink, pager)
        case .asked, .end: break
        }
    }

    /// A command that turns to a missing page.
    func wait(for side: PageSide, _ pager: Controller, interactive: Bool) throws(CommandError) {
        if interactive {
            need(side, pager)
            tell(pager, "pager.bounced", side == .after ? "\"last\"" : "\"first\"")
            return
        }
        try checkQueue(behind: pager)
        need(side, pager)
        if pager.pager.holds == nil { pager.pager.holds = side }
        try queue(behind: pager)
    }

    private func runHeld(_ side: PageSide, _ pager: Controller) {
        guard pager.pager.holds == side else { return }
        pager.pager.holds = nil
        runWaiting(for: pager)
    }

    func supply(_ command: PagerSupply) throws(CommandError) {
        let pager = try controller(command.id, kind: "pager")
        let found = PageSide.allCases.first {
            pager.pager.brinks[$0]?.request == command.request
        }
        guard let side = found, let brink = pager.pager.brinks[side] else {
            throw CommandError(.requestNotFound, pager.name)
        }
        var page: Controller?
        if let name = command.page {
            let given = try controller(name)
            if given.lister === pager { throw CommandError(.duplicateController, given.name) }
            try checkMember(given, mayJoin: pager)
            page = given
        }
        brink.answer = page == nil ? .end : .none
        told(command.request, page == nil ? "none" : "supplied", page, pager)
        if let former = brink.former, controllers.has(former), former !== page {
            let answer = page.map { "<\($0.name)>" } ?? "no page"
            tell(
                pager, "diagnostic.misuse",
                "The data source of <\(pager.name)> names \(answer) \(side.rawValue) "
                    + "<\(brink.page.name)>, where <\(former.name)> was before: a source has to give "
                    + "the same order each time.")
        }
        if let page {
            let selected = pager.pager.selected
            page.lister = pager
            if side == .before {
                pager.pager.pages.insert(page, at: 0)
            } else {
                pager.pager.pages.append(page)
            }
            pager.pager.index = pager.pager.pages.place(of: selected)
            announcePages(pager)
            keepNeighbours(pager)
            resumeAdvance(pager)
        }
        runHeld(side, pager)
    }
}
