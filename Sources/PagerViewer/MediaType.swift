internal import PagerModel

/// A table of media types, such as `image/png`, by the file name extension.
enum MediaType {
    static func of(_ path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        let ending = name.split(separator: UInt8(ascii: ".")).dropFirst().last
        let type = ending.flatMap { types[Substring($0).lowercased()] }
        return type ?? "application/octet-stream"
    }

    private static let types: TextDictionary<String> = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "md": "text/markdown; charset=utf-8", "txt": "text/plain; charset=utf-8",
        "log": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "bmp": "image/bmp", "ico": "image/x-icon", "pdf": "application/pdf",
        "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg", "ogg": "audio/ogg",
        "woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf",
    ]
}
