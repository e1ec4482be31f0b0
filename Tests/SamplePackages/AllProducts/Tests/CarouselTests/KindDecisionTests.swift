import Containment
import PagerModel
import Testing

/// Tests of decisions by a kind: a page decides which pages may be selected or dismissed.
@Suite struct KindDecisionTests {
    private func stage() throws -> Stage {
        var stage = try Stage.onScreen()
        try stage.run("controller.create", ["id": "gate", "kind": "gate", "closed": true])
        try stage.run("carousel.setPages", ["pages": ["a", "b", "c", "gate", "d"]])
        return stage
    }

    @Test func `A user's turn to a closed gate is refused and changes nothing`() throws {
        var stage = try stage()
        let refusal = #expect(throws: CommandError.self) {
            try stage.run("carousel.next", ["user": true])
        }
        #expect(refusal?.name == .vetoed)
        #expect(stage.scene.log.isEmpty)
        #expect(try stage.record("wheel", "index") == 0)
    }

    @Test func `A turn by a program does not ask the gate`() throws {
        var stage = try stage()
        try stage.run("carousel.next")
        #expect(try stage.record("wheel", "index") == 1)
    }

    @Test func `A user can turn to an open gate`() throws {
        var stage = try stage()
        try stage.run("controller.update", ["id": "gate", "closed": false])
        try stage.run("carousel.next", ["user": true])
        #expect(try stage.record("wheel", "index") == 1)
    }

    @Test func `A pager asks the gate about user actions only`() throws {
        var stage = try Stage.onScreen(["a"])
        try stage.run("controller.create", ["id": "gate", "kind": "gate", "closed": true])
        try stage.run("controller.create", ["id": "first", "kind": "view"])
        try stage.run("controller.create", ["id": "book", "kind": "pager"])
        try stage.run("pager.setPages", ["pages": ["first", "gate"]])
        let acts: [(String, Value)] = [
            ("pager.swipe", ["direction": "left"]), ("pager.next", ["user": true]),
            ("pager.select", ["index": 1, "user": true]),
        ]
        for (method, params) in acts {
            let refusal = #expect(throws: CommandError.self) { try stage.run(method, params) }
            #expect(refusal?.name == .vetoed, "\(method)")
        }
        try stage.run("pager.next")
        #expect(try stage.record("book", "selected") == "gate")
        try stage.run("pager.previous", ["user": true])
        #expect(try stage.record("book", "selected") == "first")
    }

    @Test func `A navigation stack asks the gate about a user's pop only`() throws {
        var stage = try Stage.onScreen(["a"])
        try stage.run("controller.create", ["id": "gate", "kind": "gate", "closed": true])
        try stage.run("controller.create", ["id": "root", "kind": "view"])
        try stage.run("controller.create", ["id": "stack", "kind": "navigation"])
        try stage.run("navigation.setStack", ["controllers": ["root", "gate"]])
        let acts: [(String, Value)] = [
            ("navigation.pop", ["user": true]),
            ("navigation.pop", ["user": true, "interactive": true]),
            ("navigation.popTo", ["controller": "root", "user": true]),
            ("navigation.popToRoot", ["user": true]),
            ("navigation.setStack", ["controllers": ["root"], "user": true]),
        ]
        for (method, params) in acts {
            let refusal = #expect(throws: CommandError.self) { try stage.run(method, params) }
            #expect(refusal?.name == .vetoed, "\(method)")
            #expect(stage.scene.log.isEmpty)
        }
        try stage.run("navigation.pop")
        #expect(try stage.record("stack", "top") == "root")
    }

    @Test func `A tab bar asks the gate about a user's selection only`() throws {
        var stage = try Stage.onScreen(["a"])
        try stage.run("controller.create", ["id": "gate", "kind": "gate", "closed": true])
        try stage.run("controller.create", ["id": "first", "kind": "view"])
        try stage.run("controller.create", ["id": "tabs", "kind": "tabBar"])
        try stage.run("tabBar.setControllers", ["controllers": ["first", "gate"]])
        let refusal = #expect(throws: CommandError.self) {
            try stage.run("tabBar.select", ["index": 1, "user": true])
        }
        #expect(refusal?.name == .vetoed)
        try stage.run("tabBar.select", ["index": 1])
        #expect(try stage.record("tabs", "selected") == "gate")
    }

    @Test func `The gate is asked again when a queued turn starts`() throws {
        var stage = try stage()
        try stage.run("controller.update", ["id": "gate", "closed": false])
        try stage.run("carousel.setPages", ["pages": ["a", "b", "c", "d", "gate"]])
        try stage.run("carousel.next")
        try stage.run("carousel.next", ["user": true, "interruption": "queue"])
        try stage.run("controller.update", ["id": "gate", "closed": true])
        #expect(stage.wait(0.5).withoutLayout.last == "wheel dropped")
        #expect(try stage.record("wheel", "index") == 1)
    }

    @Test func `A user cannot dismiss a sheet whose gate is closed`() throws {
        var stage = try Stage.onScreen()
        try stage.run("controller.create", ["id": "gate", "kind": "gate", "closed": true])
        let sheet: Value = [
            "from": "wheel", "controller": "gate", "style": "pageSheet", "animated": false,
        ]
        try stage.run("modal.present", sheet)
        let drag: Value = ["id": "gate", "user": true, "animated": false]
        #expect(
            try stage.run("modal.dismiss", drag) == [
                "gate shouldDismiss", "gate didAttemptToDismiss",
            ])
        try stage.run("controller.update", ["id": "gate", "closed": false])
        let events = try stage.run("modal.dismiss", drag)
        #expect(events.prefix(2) == ["gate shouldDismiss", "gate willDismiss"])
        #expect(events.last == "gate didDismiss")
    }
}
