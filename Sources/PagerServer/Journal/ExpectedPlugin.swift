internal import PagerPlugins
internal import PagerModel

/// A plugin that the configuration names, as far as the state depends on it.
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
        try visitor.required("name", &name, "its name")
        try visitor.required("kinds", &kinds, "kinds of controllers that it hosts")
        try visitor.required("grants", &grants, "what it may do with what is not its own")
    }
}
