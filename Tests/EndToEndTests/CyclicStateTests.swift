import Foundation
import PagerModel
import Testing

/// Tests of `dump` and `apply` with a daemon whose controllers or views contain themselves. Both
/// end with an error that names one of them.
@Suite struct CyclicStateTests {
    /// A state that the fake daemon returns.
    struct State: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var controllers: [ControllerRecord] = []
        var views: [ViewRecord] = []
        /// The expected error of pagerctl.
        let error: String

        /// Returns the `result` for a request.
        func answer(_ request: Value) -> Value {
            var members: [Value.Member] = [
                .init("seq", 1), .init("revision", 1), .init("applied", true),
            ]
            switch request["method"]?.string {
            case TransitionStyles.method: members.append(.init("styles", []))
            case ServerDescribe.method:
                members += [.init("kinds", []), .init("styles", []), .init("methods", [])]
            case StateSnapshot.method:
                let plain = views.filter { $0.controller == nil }
                members += [
                    .init("boot", "b"), .init("history", "h"), .init("windows", []),
                    .init("controllers", Value(controllers)),
                    .init("views", Value(plain)), .init("transitions", []),
                ]
            case ModalGet.method:
                var reply = ModalGet.Reply()
                reply.id = Identifier(unchecked: request["params"]?["id"]?.string ?? "")
                members += Value(fields: reply, writesNull: true).members ?? []
            case PluginList.method: members.append(.init("plugins", []))
            default: break
            }
            return ["result": .object(members)]
        }
    }

    private static func controller(
        _ id: Identifier, parent: Identifier? = nil, children: [Identifier] = [],
        presentedBy presenter: Identifier? = nil
    ) -> ControllerRecord {
        var record = ControllerRecord()
        record.id = id
        record.kind = Kinds.plain
        record.parent = parent
        record.children = children
        record.presentingViewController = presenter
        return record
    }

    private static func view(
        _ id: Identifier, in superview: Identifier, subviews: [Identifier]
    ) -> ViewRecord {
        var record = ViewRecord()
        record.id = id
        record.superview = superview
        record.subviews = subviews
        return record
    }

    /// A pager that is its own page.
    private static var pager: ControllerRecord {
        var record = controller("p")
        record.kind = "pager"
        record.ofKind = [.init("pages", ["p"])]
        return record
    }

    private static let ending = "; the daemon is broken, or is not pagerd"

    static let states: [State] = [
        State(
            testDescription: "a pager that is its own page", controllers: [pager],
            error: "controllers[0]: the controller p contains itself"),
        State(
            testDescription: "a child that contains its parent's parent",
            controllers: [
                controller("a", parent: "c", children: ["b"]),
                controller("b", parent: "a", children: ["c"]),
                controller("c", parent: "b", children: ["a"]),
            ], error: "controllers[0]: the controller a contains itself, through b, c"),
        State(
            testDescription: "controllers that present each other",
            controllers: [controller("a", presentedBy: "b"), controller("b", presentedBy: "a")],
            error: "controllers[0]: the controller a is its own parent or presenter, through b"),
        State(
            testDescription: "a parent that no list of children agrees with",
            controllers: [controller("a", parent: "a")],
            error: "controllers[0]: the controller a is its own parent or presenter"),
        State(
            testDescription: "views in each other",
            views: [view("v", in: "w", subviews: ["w"]), view("w", in: "v", subviews: ["v"])],
            error: "views[0]: the view v contains itself, through w"),
    ]

    @Test(arguments: states, ["dump", "apply"])
    func `A state that contains itself is refused with the name of one object`(
        state: State, verb: String
    ) throws {
        let daemon = try HostileDaemon { state.answer($0) }
        defer { daemon.end() }
        let book = "\(daemon.folder)/book.yaml"
        try "root: {id: a}\n".write(toFile: book, atomically: true, encoding: .utf8)
        let running = try ControlTool(folder: daemon.folder)
            .start([verb] + (verb == "apply" ? [book] : []) + ["--timeout", "60", "--human"])
        #expect(running.ends(within: 100), "\(verb) does not end")
        let result = running.finish()
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(
            result.errors
                == "pagerctl: the running state cannot be read: \(state.error)\(Self.ending)\n")
    }
}
