public import Containment
public import PagerModel

/// Questions that ask whether the user may turn the page. Only swipes and commands whose parameter
/// `user` is true need permission [7.5].
extension Pager {
    /// Returns the question to ask before a step to the next or previous page: whether the user may
    /// select that page. At an end of the list, the question asks for a page beyond this end.
    fileprivate func question(_ pager: Handle, step: Int, in scene: Scene) -> Question? {
        let selected = scene[Pager.self, pager].selected
        guard !selected.isNone,
            allowsSwipe(step > 0 ? .forward : .reverse, of: pager, in: scene)
        else { return nil }
        if let target = neighbour(of: pager, step: step, in: scene) {
            return target == scene[Pager.self, pager].index
                ? nil
                : Question(
                    .shouldSelect, container: pager,
                    controller: scene[Pager.self, pager].pages[target])
        }
        return Question(
            step > 0 ? .pageAfter : .pageBefore, container: pager, controller: selected)
    }

    /// Returns whether the user may turn the pager in a direction.
    func allowsSwipe(
        _ direction: TransitionDirection, of pager: Handle, in scene: borrowing Scene
    ) -> Bool {
        scene[Pager.self, pager].options.swipeEnabled.allows(direction)
    }

    /// Applies the answer to a question and returns whether the command continues. At an end of the
    /// list, the answer can be the name of a page, which is then inserted there.
    fileprivate func prepare(
        _ question: Question, _ answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        guard question.kind == .pageAfter || question.kind == .pageBefore else {
            return answer == true
        }
        guard case .string(let text) = answer, let name = Identifier(text) else { return true }
        let page = try scene.controller(name, at: "answer")
        let pages = scene[Pager.self, question.container].pages
        guard let index = scene.place(of: question.controller, in: pages) else { return true }
        let place = question.kind == .pageAfter ? index + 1 : index
        try checkInsertion(of: page, at: place, question.container, in: scene)
        insert(page, at: place, question.container, in: &scene)
        return true
    }
}

extension PagerNext: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        return Pager().question(pager, step: 1, in: scene)
    }

    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        try Pager().prepare(question, answer, in: &scene)
    }
}

extension PagerPrevious: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        return Pager().question(pager, step: -1, in: scene)
    }

    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        try Pager().prepare(question, answer, in: &scene)
    }
}

extension PagerSwipe: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard let asked = try? scene.controller(id, of: Pager.self) else { return nil }
        let pager = Pager().pager(turnedBy: self, for: asked, in: scene)
        guard let step = try? step(scene[Pager.self, pager].options) else { return nil }
        return Pager().question(pager, step: step, in: scene)
    }

    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        try Pager().prepare(question, answer, in: &scene)
    }
}

extension PagerSelect: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        let question = Pager().question(pager, selecting: index, or: page, in: scene)
        return question?.controller == scene[Pager.self, pager].selected ? nil : question
    }
}
