internal import PagerModel

/// The media type of a file.
struct MediaType: Hashable, Sendable {
    let name: String

    static let plainText = MediaType(name: "text/plain")
    static let bytes = MediaType(name: "application/octet-stream")
    static let markdown = MediaType(name: "text/markdown")
    static let html = MediaType(name: "text/html")

    /// Whether files of this type contain text, so that the text of a small file can be copied into
    /// a page.
    var isText: Bool {
        name.hasPrefix("text/") || Self.textual.contains(name)
    }

    private static let textual: TextSet = [
        "application/json", "application/xml", "application/yaml", "application/toml",
    ]

    /// Returns the media type for a file name's extension, or nil if it is unknown.
    static func of(fileName: String) -> MediaType? {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return nil }
        return byExtension[fileName[fileName.index(after: dot)...].lowercased()]
            .map(MediaType.init(name:))
    }

    /// Returns `text/plain` if none of the given bytes from the start of a file is 0, otherwise
    /// `application/octet-stream`.
    static func of(bytes: some Sequence<UInt8>) -> MediaType {
        bytes.contains(0) ? .bytes : .plainText
    }

    private static let byExtension: TextDictionary<String> = [
        "md": "text/markdown", "markdown": "text/markdown",
        "txt": "text/plain", "text": "text/plain", "log": "text/plain",
        "html": "text/html", "htm": "text/html", "css": "text/css", "csv": "text/csv",
        "tsv": "text/tab-separated-values", "ics": "text/calendar",
        "json": "application/json", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "toml": "application/toml",
        "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "bmp": "image/bmp", "ico": "image/x-icon", "tiff": "image/tiff",
        "pdf": "application/pdf", "zip": "application/zip",
        "mp4": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
        "js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm",
    ]
}
