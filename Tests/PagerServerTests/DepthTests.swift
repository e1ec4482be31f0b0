import PagerModel
import PagerServer
import PagerWire
import Testing

/// Tests that every form of controller nesting ends at the depth limit with an error.
@Suite struct DepthTests {
    private var service = TestService()

    /// Creates controllers c0, c1, ... of one kind.
    private mutating func create(_ kind: String, _ count: Int) throws {
        for number in 0..<count {
            try service.result(
                "controller.create", ["id": .string("c\(number)"), "kind": .string(kind)])
        }
    }

    /// Puts each controller into the next one until one is refused. Returns its index and the
    /// error's name.
    private mutating func climb(
        _ count: Int, _ step: (inout TestService, Value, Value) throws -> Value
    ) throws -> (place: Int, name: String)? {
        for number in 1..<count {
            let reply = try step(
                &service, .string("c\(number - 1)"), .string("c\(number)"))
            guard let error = reply["error"] else { continue }
            return (number, error["data"]?["name"]?.string ?? "")
        }
        return nil
    }

    @Test
    mutating func `Pagers in each other's lists count towards the depth before they are shown`()
        throws
    {
        try create("pager", Limits.depth + 1)
        let end = try climb(Limits.depth + 1) { service, above, below in
            try service.call("pager.setPages", ["id": above, "pages": [below]])
        }
        #expect(end?.place == Limits.depth)
        #expect(end?.name == "limitExceeded")
        try service.result("window.create", ["id": "w"])
        try service.result("window.setRoot", ["id": "w", "controller": "c0"])
        let deepest = Value.string("c\(Limits.depth - 1)")
        let record = try service.result("controller.get", ["id": deepest])
        #expect(record["appearance"] == "appeared")
    }

    @Test mutating func `A chain of presentations ends at the limit and is dismissed in one step`()
        throws
    {
        try create("view", Limits.depth + 1)
        try service.result("window.create", ["id": "w"])
        try service.result("window.setRoot", ["id": "w", "controller": "c0"])
        let end = try climb(Limits.depth + 1) { service, from, presented in
            try service.call(
                "modal.present", ["from": from, "controller": presented, "animated": false])
        }
        #expect(end?.place == Limits.depth)
        #expect(end?.name == "limitExceeded")
        try service.result("modal.dismiss", ["id": "c0", "animated": false])
        let record = try service.result("controller.get", ["id": "c1"])
        #expect(record["presentingViewController"] == .null)
    }

    @Test mutating func `The views of a tab count towards the depth limit before the tab is shown`()
        throws
    {
        for name in ["a", "b"] {
            try service.result("controller.create", ["id": .string(name), "kind": "view"])
            var above = Value.string(name)
            for number in 0..<Limits.depth / 2 {
                let view = Value.string("\(name)\(number)")
                try service.result("view.create", ["id": view])
                try service.result("view.addSubview", ["view": view, "to": above])
                above = view
            }
        }
        try service.result("controller.create", ["id": "t", "kind": "tabBar"])
        try service.result("tabBar.setControllers", ["id": "t", "controllers": ["b"]])
        try service.result("controller.addChild", ["parent": "a", "child": "t"])
        let deepest = Value.string("a\(Limits.depth / 2 - 1)")
        let deep = try service.call("view.addSubview", ["view": "t", "to": deepest])
        #expect(deep["error"]?["data"]?["name"] == "limitExceeded")
        try service.result("view.addSubview", ["view": "t", "to": "a"])
    }
}
