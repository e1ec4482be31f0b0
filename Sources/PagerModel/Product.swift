/// The constants that all programs and clients of pagerd share.
public enum Product {
    /// The version of pagerd, its programs and its clients: `MAJOR.MINOR.PATCH`.
    public static let version = "0.2.0"
    /// The version of the wire contract, which clients receive as `protocol` from `server.hello`.
    public static let wireContract = 1
}
