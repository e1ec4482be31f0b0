internal import PagerModel
public import PagerPaths
public import PagerWire

extension Address {
    /// The plugins socket: the argument, else `PAGERD_PLUGINS`, else the default path of the
    /// instance: the name given, else `PAGERD_NAME`, else `default`.
    ///
    /// - Throws: as `resolve`.
    public static func plugins(
        name: String? = nil, plugins: String? = nil,
        in directory: RuntimeDirectory = RuntimeDirectory()
    ) throws(ClientError) -> String {
        let left = name == nil ? environment("PAGERD_PLUGINS") : nil
        if let given = plugins ?? left { return given }
        let instance = try resolve(name: name, in: directory).name
        do {
            try directory.check(instance)
        } catch {
            throw .badAddress(error.description)
        }
        return directory.endpoints(instance).plugins
    }
}
