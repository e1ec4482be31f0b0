internal import PagerModel
public import PagerPaths
internal import PagerWire

extension Address {
    /// Returns the endpoint of the plugins socket. The result is the first item of this list that
    /// is given:
    /// - The argument `plugins`.
    /// - The value of the environment variable `PAGERD_PLUGINS`, unless `name` is given.
    /// - The default endpoint of the instance. The name of the instance is `name`. If that is nil,
    ///   it is the value of `PAGERD_NAME`. If that is not set either, it is `default`.
    ///
    /// - Throws: The same errors as `resolve`.
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
