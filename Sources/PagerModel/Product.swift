/// The version of pagerd, shared by its programs and clients.
public enum Product {
    /// The version of pagerd, its programs and its clients: `MAJOR.MINOR.PATCH`.
    public static let version = "0.1.0"
}
