import PagerModel

/// What a container with a data source knows of one side of its pages.
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

/// What a container with a data source has asked for.
struct OnDemand {
    /// What is known beside the first page and beside the last one.
    var brinks: [PageSide: Brink] = [:]
    var latest = 0
    /// The side of the page for which commands wait.
    var holds: PageSide?
}

extension Controller {
    /// Where its pages come from; nil where it has all of them.
    var source: PageSource? {
        if kind == "pager" { return pager.options.dataSource }
        guard kind == "page", var source = page.options.dataSource else { return nil }
        source.keep *= page.takes
        source.readAhead *= page.takes
        return source
    }

    /// The pages that it has.
    var supplied: [Controller] {
        get { kind == "pager" ? pager.pages : page.all }
        set { if kind == "pager" { pager.pages = newValue } else { page.all = newValue } }
    }

    /// The selected ones.
    var chosen: [Controller] {
        guard kind == "pager" else { return page.pages }
        return pager.index.map { pager.places($0).map(\.page) } ?? []
    }

    /// How many pages lie on a side of the chosen ones.
    func beyond(_ side: PageSide) -> Int {
        let one = side == .before ? chosen.first : chosen.last
        guard let place = supplied.place(of: one) else { return 0 }
        return side == .before ? place : supplied.count - 1 - place
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
        guard let source = pager.source, !pager.chosen.isEmpty, running(in: pager) == nil else {
            return
        }
        let all = pager.supplied
        let early = max(0, pager.beyond(.before) - source.keep)
        let late = max(0, pager.beyond(.after) - source.keep)
        guard early + late > 0 else { return }
        let kept = Array(all.dropFirst(early).dropLast(late))
        release(all.filter { !kept.has($0) }, from: pager)
        if early > 0 { renew(.before, of: pager, beside: kept[0]).former = all[early - 1] }
        if late > 0 {
            renew(.after, of: pager, beside: kept[kept.count - 1]).former =
                all[all.count - late]
        }
    }

    func release(_ gone: [Controller], from pager: Controller) {
        if gone.isEmpty { return }
        let selected = pager.kind == "pager" ? pager.pager.selected : pager.chosen.first
        for page in gone { delist(page, from: pager) }
        pager.supplied = pager.supplied.filter { !gone.has($0) }
        if pager.kind == "pager" {
            pager.pager.index = pager.supplied.place(of: selected)
            announcePages(pager)
        }
        tell(pager, "\(pager.kind).pagesReleased", list(gone))
        for page in gone where page.parent === pager && page.isManaged {
            willMove(page, to: nil)
            removeFromParent(page)
        }
    }

    /// Nothing is known beside another page; what was asked is not needed any more.
    @discardableResult
    private func renew(_ side: PageSide, of pager: Controller, beside page: Controller) -> Brink {
        let old = pager.onDemand.brinks[side]
        let new = Brink(beside: page)
        pager.onDemand.brinks[side] = new
        if let number = old?.request { told(number, "withdrawn", nil, pager) }
        return new
    }

    /// The open requests, as the record has them.
    func requests(of pager: Controller) -> [Value] {
        PageSide.allCases.compactMap { side in
            guard let brink = pager.onDemand.brinks[side], let number = brink.request else {
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
            pager, "\(pager.kind).requestEnded", "\(number)", "\"\(outcome)\"", name(page),
            json(.array(requests(of: pager))))
    }

    func request(_ pager: Controller) {
        var withdrawn: PageSide?
        for side in PageSide.allCases {
            let state = pager
            let source = state.source
            let pages = state.supplied
            let page = source == nil ? nil : side == .before ? pages.first : pages.last
            if let page, state.onDemand.brinks[side]?.page !== page {
                if state.onDemand.brinks[side]?.request != nil, state.onDemand.holds == side {
                    withdrawn = side
                }
                renew(side, of: pager, beside: page)
            } else if page == nil, let old = state.onDemand.brinks[side] {
                pager.onDemand.brinks[side] = nil
                if let number = old.request {
                    if state.onDemand.holds == side { withdrawn = side }
                    told(number, "withdrawn", nil, pager)
                }
            }
            guard let source, !pager.chosen.isEmpty, let brink = pager.onDemand.brinks[side],
                case .none = brink.answer
            else { continue }
            if pager.beyond(side) < source.readAhead { ask(side, brink, pager) }
        }
        if let withdrawn { runHeld(withdrawn, pager) }
    }

    private func ask(_ side: PageSide, _ brink: Brink, _ pager: Controller) {
        guard let source = pager.source else { return }
        pager.onDemand.latest += 1
        let number = pager.onDemand.latest
        brink.answer = .asked(number)
        _ = schedule(in: source.timeout) { [unowned self, weak brink] in
            guard let brink, brink.request == number, pager.onDemand.brinks[side] === brink else {
                return
            }
            brink.answer = .end
            told(number, "timedOut", nil, pager)
            runHeld(side, pager)
            if brink.isEnd { brink.answer = .late }
            if pager.kind == "pager" { resumeAdvance(pager) }
        }
        tell(
            pager, "\(pager.kind).pageNeeded", "\(number)", "\"\(side.rawValue)\"",
            name(brink.page),
            json(.array(requests(of: pager))))
    }

    /// The side whose page is missing for a step, nil where there is none to come.
    func missing(_ pager: Controller, by change: Int) -> PageSide? {
        let side = change > 0 ? PageSide.after : .before
        guard pager.source != nil else { return nil }
        return pager.onDemand.brinks[side]?.isEnd == true ? nil : side
    }

    /// Asks for a missing page, unless that has been done.
    func need(_ side: PageSide, _ pager: Controller) {
        request(pager)
        guard let brink = pager.onDemand.brinks[side] else { return }
        switch brink.answer {
        case .none, .late: ask(side, brink, pager)
        case .asked, .end: break
        }
    }

    /// A command that turns to a missing page.
    func wait(for side: PageSide, _ pager: Controller, interactive: Bool) throws(CommandError) {
        if interactive {
            need(side, pager)
            tell(pager, "\(pager.kind).bounced", side == .after ? "\"last\"" : "\"first\"")
            return
        }
        try checkQueue(behind: pager)
        need(side, pager)
        if pager.onDemand.holds == nil { pager.onDemand.holds = side }
        try queue(behind: pager)
    }

    private func runHeld(_ side: PageSide, _ pager: Controller) {
        guard pager.onDemand.holds == side else { return }
        pager.onDemand.holds = nil
        runWaiting(for: pager)
    }

    func supply(
        _ kind: String, _ id: Identifier?, _ answer: PageAnswer
    ) throws(CommandError) {
        let pager = try controller(id, kind: kind)
        let found = PageSide.allCases.first {
            pager.onDemand.brinks[$0]?.request == answer.request
        }
        guard let side = found, let brink = pager.onDemand.brinks[side] else {
            throw CommandError(.requestNotFound, pager.name)
        }
        var page: Controller?
        if let name = answer.page {
            let given = try controller(name)
            if given.lister === pager { throw CommandError(.duplicateController, given.name) }
            try checkMember(given, mayJoin: pager)
            page = given
        }
        brink.answer = page == nil ? .end : .none
        told(answer.request, page == nil ? "none" : "supplied", page, pager)
        if let former = brink.former, controllers.has(former), former !== page {
            let answer = page.map { "<\($0.name)>" } ?? "no page"
            tell(
                pager, "diagnostic.misuse",
                "The data source of <\(pager.name)> names \(answer) \(side.rawValue) "
                    + "<\(brink.page.name)>, where <\(former.name)> was before: a source has to give "
                    + "the same order each time.")
        }
        if let page { take(page, at: side, of: pager) }
        runHeld(side, pager)
    }

    private func take(_ page: Controller, at side: PageSide, of pager: Controller) {
        let selected = pager.kind == "pager" ? pager.pager.selected : pager.chosen.first
        page.lister = pager
        if side == .before {
            pager.supplied.insert(page, at: 0)
        } else {
            pager.supplied.append(page)
        }
        if pager.kind == "page" {
            // A neighbour that scrolls in has its view from now on [9.4].
            if pager.page.options.style == .scroll { load(page) }
            return keepPages(of: pager)
        }
        pager.pager.index = pager.supplied.place(of: selected)
        announcePages(pager)
        keepNeighbours(pager)
        resumeAdvance(pager)
    }
}
