internal import PagerModel

/// Functions for the addresses of web pages.
enum WebAddress {
    static func isWeb(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.hasPrefix("http://") || text.hasPrefix("https://")
    }

    private static func afterScheme(_ text: String) -> Substring {
        guard let scheme = text.firstIndex(of: ":") else { return text[...] }
        return text[scheme...].dropFirst(3).prefix { $0 != "?" && $0 != "#" }
    }

    static func host(of text: String) -> String {
        String(afterScheme(text).prefix { $0 != "/" && $0 != ":" })
    }

    /// Returns the content of a page that shows an address. Its media type follows from the
    /// extension of the address's path, or is that of a web page if there is no known extension.
    static func content(of text: String) -> Value {
        let path = afterScheme(text).drop { $0 != "/" }
        let type = MediaType.of(fileName: PageFiles.lastComponent(String(path)))
        return PageFiles.content(type ?? .html, "url", text)
    }
}
