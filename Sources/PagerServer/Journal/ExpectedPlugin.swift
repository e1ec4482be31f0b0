internal import PagerPlugins
internal import PagerModel

/// The part of a plugin's configuration that affects the state of the daemon.
struct ExpectedPlugin: FieldObject, Hashable {
    var name = Identifier(unchecked: "plugin")
    var kinds: [Identifier] = []
    var grants: [Grant] = []

    init() {}

    init(_ configuration: PluginConfiguration) {
        name = configuration.name
        kinds = configuration.kinds
        grants = configuration.grants
    }

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("name", &name, "the plugin's name")
        try visitor.required("kinds", &kinds, "the kinds that it hosts")
        try visitor.required("grants", &grants, "its permissions beyond its own controllers")
    }
}
