internal import SystemCalls

/// Returns a path from the root and without final slashes, behind which a link would look like a
/// folder. A daemon, its plugins and its clients may have different current folders.
func absolutePath(_ path: String) -> String {
    var text = path[...]
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    guard !text.hasPrefix("/"), let here = realPath(".") else { return String(text) }
    return (here == "/" ? "" : here) + "/" + text
}
