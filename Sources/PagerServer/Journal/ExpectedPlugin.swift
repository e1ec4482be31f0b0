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

    mutating func visit(_ v: inout some FieldVisitor) {
        v.required("name", &name, "the plugin's name")
        v.required("kinds", &kinds, "the kinds that it hosts")
        v.required("grants", &grants, "its permissions beyond its own controllers")
    }
}
