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

    /// Whether the viewer shows files of this type, and does not only offer them.
    var isShown: Bool {
        ["text/", "image/", "video/"].contains(where: name.hasPrefix) || name == "application/json"
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

    /// Returns the media type of a file from the extension of its name, or from its first bytes for
    /// an unknown extension and for containers of videos.
    static func of(fileName: String, start: [UInt8]) -> MediaType {
        let named = of(fileName: fileName)
        if let named, named != .bytes, !containers.contains(named.name) { return named }
        return of(signature: start) ?? named ?? of(bytes: start)
    }

    /// The types that say nothing about the bytes: files with these extensions have various ones.
    private static let containers: TextSet = ["video/x-m4v", "video/x-matroska"]

    /// Returns the media type of a picture, a video, a sound or a PDF that begins with these bytes.
    private static func of(signature start: [UInt8]) -> MediaType? {
        if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            let isWebM = start.prefix(64)[...].contains(text: "webm")
            return MediaType(name: isWebM ? "video/webm" : "video/x-matroska")
        }
        if start.dropFirst(4).starts(with: "ftyp".utf8) {
            let brand = String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self)
            switch brand {
            case "qt  ": return MediaType(name: "video/quicktime")
            case "avif": return MediaType(name: "image/avif")
            case "heic", "heix", "mif1": return MediaType(name: "image/heic")
            case "M4A ": return MediaType(name: "audio/mp4")
            default: return MediaType(name: "video/mp4")
            }
        }
        if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
            return MediaType(name: "image/webp")
        }
        return signatures.first { start.starts(with: $0.start) }.map { MediaType(name: $0.name) }
    }

    private static let signatures: [(start: [UInt8], name: String)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"),
        (Array("GIF8".utf8), "image/gif"), (Array("%PDF-".utf8), "application/pdf"),
        (Array("OggS".utf8), "video/ogg"),
    ]

    /// Returns `text/plain` if the bytes are the start of a text in UTF-16, or if none of the given bytes from the start of a file is 0, otherwise
    /// `application/octet-stream`.
    static func of(bytes: some Sequence<UInt8>) -> MediaType {
        let bytes = Array(bytes)
        return bytes.contains(0) && TextEncoding.isUTF16(bytes) == nil ? .bytes : .plainText
    }

    private static let byExtension: TextDictionary<String> = [
        "md": "text/markdown", "markdown": "text/markdown", "mdown": "text/markdown",
        "mkd": "text/markdown", "mdx": "text/markdown", "rmd": "text/markdown",
        "qmd": "text/markdown",
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
        "m4v": "video/x-m4v", "mkv": "video/x-matroska",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
        "js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm",
    ]
}
