internal import LibC

/// The device and inode of a file, which tell whether two names are those of the same file.
///
/// An inode number is reused once the file is removed and closed, so compare it with that of a file
/// that is still open or bound.
public struct FileIdentity: Equatable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// The identity of an open file. Nil if the descriptor is not open.
    public init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }

    /// The identity of the file at a path, of a link itself. Nil if there is none.
    public init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
