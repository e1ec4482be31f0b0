internal import PagerModel
public import PagerPaths
internal import PagerWire

extension Address {
    /// Returns the endpoint of the plugins socket. The first choice is the argument `plugins`. The
    /// second is the variable `PAGERD_PLUGINS`, which is ignored if `name` is given. The last is
    /// the default path of the instance. The instance is `name`, else `PAGERD_NAME`, else
    /// `default`.
    ///
    /// - Throws: The errors of `resolve`.
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
