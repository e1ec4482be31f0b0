import PagerModel
import PagerWire

/// docs/schema/protocol.schema.json: the schema of every request, reply and event, generated from
/// the declarations.
enum ProtocolSchema {
    static var value: Value {
        [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "the wire contract of pagerd, version 1",
            "description": .string(description),
            "anyOf": .array(["request", "reply", "event"].map { .jsonReference($0) }),
            "$defs": .object(definitions),
        ]
    }

    private static let description = """
        A request, a reply or an event. $defs has METHOD.request, METHOD.params and METHOD.result \
        for each method, CATEGORY.EVENT.event for each event, and error. The schema does not \
        contain what programs add to pagerd. docs/reference/PROTOCOL.md describes the rest.
        """

    private static var definitions: [Value.Member] {
        let methods = CommandList.all.map { $0.method }
        let events = EventDescription.all.map(ProtocolSchemaEvent.name)
        return [
            .init("request", oneOf(methods.map { "\($0).request" })),
            .init("reply", reply), .init("error", error),
            .init("event", oneOf(events)), .init("cause", ProtocolSchemaEvent.cause),
            .init("id", ["type": ["string", "number", "null"]]),
            .init("client", ["type": "string", "pattern": "^[A-Za-z0-9_.:-]{1,64}$"]),
        ] + CommandList.all.flatMap { ProtocolSchemaMethod.definitions(of: $0) }
            + EventDescription.all.map(ProtocolSchemaEvent.definition) + forms
    }

    static func oneOf(_ names: [String]) -> Value {
        ["oneOf": .array(names.map { .jsonReference($0) })]
    }

    // MARK: definitions that are used in several places

    private static let named: [(name: String, schema: Schema)] = [
        ("size", Size.schema), ("frame", Frame.schema), ("insets", Insets.schema),
        ("pagerTransition", PagerTransition.schema), ("reactionStep", ReactionStep.schema),
        ("reactions", Reactions.schema), ("presentationStyle", PresentationStyle.schema),
        ("curve", TransitionCurve.schema), ("tracks", Tracks.schema), ("track", Track.schema),
        ("transitionOptions", TransitionOptions.schema),
        ("transitionStyle", TransitionStyle.schema),
        ("windowRecord", WindowRecord.schema), ("controllerRecord", ControllerRecord.schema),
        ("viewRecord", ViewRecord.schema), ("transitionRecord", TransitionRecord.schema),
        ("pluginRecord", PluginRecord.schema), ("batchedCommand", BatchedCommand.schema),
        ("identifier", .identifier), ("transition", .transition),
    ]

    static let names = [Schema: String](uniqueKeysWithValues: named.map { ($0.schema, $0.name) })

    private static var forms: [Value.Member] {
        named.map { .init($0.name, $0.schema.jsonDefinition(naming: names)) } + [
            .init("controllerBranch", branch)
        ]
    }

    /// A record in the result of `controller.tree`, whose children are records rather than names.
    private static var branch: Value {
        let record = ControllerRecord.schema.jsonDefinition(naming: names)
        let children: Value = ["type": "array", "items": .jsonReference("controllerBranch")]
        return record.replacing("properties") { $0.replacing("children") { _ in children } }
    }

    // MARK: replies

    private static var reply: Value {
        let result: Value = [
            "type": "object", "description": "METHOD.result of the requested method",
            "required": ["seq", "revision"],
        ]
        return [
            "type": "object",
            "properties": [
                "jsonrpc": ["const": "2.0"], "id": .jsonReference("id"), "result": result,
                "error": .jsonReference("error"),
            ],
            "required": ["jsonrpc", "id"],
            "oneOf": [["required": ["result"]], ["required": ["error"]]],
            "additionalProperties": false,
        ]
    }

    private static var error: Value {
        let data: Value = [
            "type": "object",
            "properties": [
                "name": ["enum": .array(ErrorName.allCases.map { .string($0.rawValue) })],
                "path": ["type": "string", "description": "the path of the invalid parameter"],
                "exception": ["type": "string", "description": "the exception that UIKit raises"],
                "seq": ["type": "integer"], "revision": ["type": "integer"],
            ],
            "required": ["name"],
        ]
        return [
            "type": "object",
            "properties": [
                "code": ["type": "integer"], "message": ["type": "string"], "data": data,
            ],
            "required": ["code", "message", "data"],
            "oneOf": .array(ErrorName.allCases.map(error)),
            "additionalProperties": false,
        ]
    }

    private static func error(_ name: ErrorName) -> Value {
        [
            "description": .string(name.summary),
            "properties": [
                "code": ["const": .integer(name.code)],
                "data": ["properties": ["name": ["const": .string(name.rawValue)]]],
            ],
        ]
    }
}

extension Value {
    /// Returns the same object with a changed member.
    fileprivate func replacing(_ name: String, _ change: (Value) -> Value) -> Value {
        .object(
            (members ?? []).map {
                $0.name == name ? .init(name, change($0.value)) : $0
            })
    }
}
