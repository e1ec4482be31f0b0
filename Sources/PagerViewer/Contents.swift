internal import CommonMark
internal import NIOCore
internal import NIOHTTP1
internal import PagerModel
internal import PagerWire
internal import Synchronization

/// The server of the pages' content. It uses a separate origin, and addresses that other sites
/// cannot guess. Every request for such an address may read the content; cookies are ignored.
///
/// The addresses have these forms:
/// - `/book/KEY/PATH` is a file of the book.
/// - `/book/KEY/FOLDER/;page=ID` is the body of a page, whose relative paths begin at the folder.
/// - `/book/KEY/FOLDER/;fallback=ID` is the body of the page's `fallback`, which replaces a site that
///   cannot be shown.
/// - `/book/KEY/;notes=ID` is the notes of the page, for a speaker.
/// - `/book/KEY/;address=ID` is a document with a frame that shows the site of a page.
/// - `/book/KEY/;probe=ID` is a JSON object that says whether that site can be shown.
///
/// Files and bodies may contain relative addresses. With `?markdown`, the Markdown of a body or
/// file is returned as a tree; see `MarkdownTree`.
struct Contents: Sendable {
    /// The files of a book, and the rule that decides which of them may be served.
    struct Files: Sendable {
        let folder: BookFolder
        let named: NamedFiles
        let changes: FileChanges
    }

    let origins: OriginPolicy
    let folders: ContentFolders
    let hub: BrowserHub
    /// The files of the book. Nil if pagerview was started without the option `--book`.
    let files: Files?
    let probe: SiteProbe
    /// Whether scripts of the book may read the book's files with `fetch`.
    let mayFetch: Bool

    /// The maximum number of bytes of a file that is shown as Markdown.
    private static let longestMarkdown = 1 << 20

    private let trees = MarkdownTrees()
    private let refused = RefusedFiles()

    /// The representation of a page's content that a browser requests: the content itself, a file
    /// to download, or a Markdown tree.
    enum Form: String {
        case shown = ""
        /// A file to download.
        case download
        /// The content's Markdown, parsed into a tree of elements.
        case markdown
        /// An HTML page in a frame, which reports the errors of its scripts to the viewer.
        case frame
    }

    init(
        origins: OriginPolicy, folders: ContentFolders, hub: BrowserHub, files: Files?,
        probe: SiteProbe, mayFetch: Bool
    ) {
        self.origins = origins
        self.folders = folders
        self.hub = hub
        self.files = files
        self.probe = probe
        self.mayFetch = mayFetch
    }

    private static let page = Array(";page=".utf8)
    private static let fallback = Array(";fallback=".utf8)
    private static let notes = Array(";notes=".utf8)
    private static let address = Array(";address=".utf8)
    private static let verdict = Array(";probe=".utf8)

    /// Returns the response to a request.
    ///
    /// - Parameter path: The path of the request, percent-encoded. It begins with `/book/`.
    func answer(_ path: String, host: String, as form: Form) -> Response {
        let rest = path.utf8.dropFirst("/book/".utf8.count)
        let key = rest.prefix { $0 != UInt8(ascii: "/") }
        let encoded = rest.dropFirst(key.count + 1)
        let given = String(decoding: key, as: UTF8.self)
        guard let right = folders.right(of: given), !encoded.isEmpty,
            encoded.count <= 3 * BookFolder.longestPath, let path = Percent.decoded(encoded)
        else { return Answers.refusal(.notFound, "no such content") }
        let embedding = Answers.Embedding(
            folders: origins.contents(host: host).map { "\($0)/book/\(given)/" },
            mayFetch: mayFetch, viewers: origins.viewers)
        var response = answer(path, right, embedding)
        if form != .markdown, right == .watch, response.isMarkdownFile {
            response = Answers.refusal(
                .notFound,
                "Markdown files are not served with the watch token: they may contain notes")
        }
        if form == .markdown, response.status == .ok { response = tree(of: response, embedding) }
        if form == .frame { response = response.reportingErrors() }
        if form == .download { response.headers.append(("Content-Disposition", "attachment")) }
        // The viewer's script reads the reason of a refusal.
        if response.status != .ok {
            response.headers.append(("Access-Control-Allow-Origin", "*"))
        }
        response.right = right
        return response
    }

    private func answer(
        _ path: [UInt8], _ right: AccessTokens.Right, _ embedding: Answers.Embedding
    ) -> Response {
        // A body has an address inside the folder at which its paths begin.
        let last = (path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        if path[last...].starts(with: Self.page) {
            return body(of: content(of: path.dropFirst(last + Self.page.count), right), embedding)
        }
        if path[last...].starts(with: Self.fallback) {
            let content = content(of: path.dropFirst(last + Self.fallback.count), right)
            return body(of: content?[AudienceCopy.fallback], embedding)
        }
        if path.starts(with: Self.notes) {
            // The content for an audience has no notes.
            let notes = content(of: path.dropFirst(Self.notes.count), right)?["notes"]?.string
            return body(
                of: notes.map { ["type": "text/markdown", "body": .string($0)] }, embedding)
        }
        if path.starts(with: Self.address) {
            return frame(of: path.dropFirst(Self.address.count), right, embedding)
        }
        if path.starts(with: Self.verdict) {
            return verdict(on: path.dropFirst(Self.verdict.count), right, embedding)
        }
        return file(path, isWatcher: right == .watch, embedding)
    }

    /// Returns a response that contains the Markdown of `response`, parsed into a tree of elements.
    /// Replaces invalid UTF-8 with replacement characters.
    private func tree(of response: Response, _ embedding: Answers.Embedding) -> Response {
        let text: String
        switch response.body {
        case .bytes(let bytes): text = String(buffer: bytes)
        case .file(let file):
            guard file.count <= Self.longestMarkdown else {
                return Answers.refusal(
                    .payloadTooLarge,
                    "Markdown of more than \(Self.longestMarkdown >> 20) MiB is not shown; split "
                        + "the file")
            }
            text = String(decoding: file.read(at: 0, count: file.count) ?? [], as: UTF8.self)
        }
        return Answers.content("application/json", .bytes(trees.tree(of: text)), for: embedding)
    }

    /// Returns the content of a controller, for an audience only what it may receive.
    private func content(
        of controller: ArraySlice<UInt8>, _ right: AccessTokens.Right
    ) -> Value? {
        // An id has at most 64 bytes of ASCII; no other text is looked up.
        guard controller.count <= 64, controller.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return nil
        }
        let content = hub.content(of: String(decoding: controller, as: UTF8.self))
        return right == .command ? content : content.flatMap { AudienceCopy.of(content: $0) }
    }

    private func body(of content: Value?, _ embedding: Answers.Embedding) -> Response {
        guard let content, let body = content["body"]?.string else {
            return Answers.refusal(.notFound, "no such page")
        }
        let type = content["type"]?.string ?? "text/plain"
        // The type is external text in a header, so it is sent only if it looks like a media type.
        let isPlain =
            type.utf8.count <= 128 && type.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            && type.utf8.contains(UInt8(ascii: "/"))
        return Answers.content(
            (isPlain ? type : "text/plain") + "; charset=utf-8",
            .bytes(ByteBuffer(string: body)), for: embedding)
    }

    private func frame(
        of controller: ArraySlice<UInt8>, _ right: AccessTokens.Right,
        _ embedding: Answers.Embedding
    ) -> Response {
        guard let (url, content) = address(of: controller, right) else {
            return Answers.refusal(.notFound, "no such page")
        }
        return Answers.frame(around: url, isTrusted: isTrusted(url, content), for: embedding)
    }

    /// Returns, as JSON, whether the address of a page can be shown in a frame. Refuses the request
    /// if the content of the page does not have `probe: true`.
    private func verdict(
        on controller: ArraySlice<UInt8>, _ right: AccessTokens.Right,
        _ embedding: Answers.Embedding
    ) -> Response {
        guard let (url, content) = address(of: controller, right), content["probe"] == true else {
            return Answers.refusal(.notFound, "no such page")
        }
        let (verdict, isOld) = probe.verdict(on: url, isTrusted: isTrusted(url, content))
        var members: [Value.Member] = [.init("isOld", .bool(isOld))]
        switch verdict {
        case .waiting: members.append(.init("state", "waiting"))
        case .shown: members.append(.init("state", "shown"))
        case .hidden(let reason):
            members += [.init("state", "hidden"), .init("reason", .string(reason))]
        }
        return Answers.content(
            "application/json", .bytes(ByteBuffer(string: Value.object(members).json)),
            for: embedding)
    }

    /// Returns the content of a controller, and the http or https address in the content's `url`.
    /// Returns nil if the content has no such address, or if the address is too long.
    private func address(
        of controller: ArraySlice<UInt8>, _ right: AccessTokens.Right
    ) -> (url: String, content: Value)? {
        guard let content = content(of: controller, right), let url = content["url"]?.string,
            url.utf8.count <= 8_192,
            ["http:", "https:"].contains(where: { url.prefix(6).lowercased().hasPrefix($0) })
        else { return nil }
        return (url, content)
    }

    private func isTrusted(_ url: String, _ content: Value) -> Bool {
        content["trusted"] == true && !isOwn(url)
    }

    /// Returns whether an address leads to pagerview itself, under any of pagerview's host names.
    ///
    /// Also returns true for an address that does not have the exact form of an origin and a path,
    /// because browsers read addresses such as `http:/HOST` and `http:\\HOST` as `http://HOST`.
    private func isOwn(_ url: String) -> Bool {
        let lowered = url.lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lowered.hasPrefix($0) }) else {
            return true
        }
        let bytes = lowered.utf8.dropFirst(scheme.utf8.count)
        let host = String(decoding: bytes.prefix { !"/?#\\".utf8.contains($0) }, as: UTF8.self)
        guard !host.contains("_"), let origin = WebOrigin(scheme + host) else { return true }
        return origins.isOfViewer(host: origin.host) || origins.isOfContents(host: origin.host)
    }

    private func file(_ path: [UInt8], isWatcher: Bool, _ embedding: Answers.Embedding) -> Response
    {
        guard let files else {
            return Answers.refusal(.notFound, "start pagerview with --book to show files")
        }
        // The name of the file, if it exists and no page is known to refer to it.
        var unknown: [UInt8]?
        do throws(BookFolder.Problem) {
            let file = try files.folder.open(path) {
                unknown = files.named.contains($0) ? nil : $0
                return unknown == nil
            }
            files.changes.note(path, file.version)
            let type = MediaType.of(String(decoding: path, as: UTF8.self))
            return Answers.content(type, .file(file), for: embedding)
        } catch {
            let (status, reason) = Self.refusal(error)
            var response = Answers.refusal(status, reason)
            if let unknown {
                response.wait = { resume in
                    files.named.await(unknown, isWatcher: isWatcher, resume: resume)
                }
            }
            response.note = { refused.note(path, reason) }
            return response
        }
    }

    private static func refusal(
        _ problem: BookFolder.Problem
    ) -> (HTTPResponseStatus, String) {
        switch problem {
        case .outside:
            (.forbidden, "this path leads outside the book's folder; --allow FOLDER permits it")
        case .tooLarge:
            (
                .payloadTooLarge,
                "the file is larger than \(BookFolder.largestFile >> 20) MiB, the limit"
            )
        case .missing:
            (
                .notFound,
                "there is no such file in the book's folder, or no page names it; --assets FOLDER "
                    + "serves files that no page names"
            )
        }
    }
}

/// A cache of the latest trees that were parsed from Markdown for browsers. So pagerview does not
/// parse the same Markdown again for a repeated request.
final class MarkdownTrees: Sendable {
    static let mostKept = 32

    private struct Tree {
        let text: String
        let bytes: ByteBuffer
    }

    private let kept = Mutex<[Tree]>([])

    /// Returns the tree of a Markdown text as JSON.
    func tree(of text: String) -> ByteBuffer {
        kept.withLock { kept in
            // Bytes are compared, because texts that are equal in Unicode may have different bytes.
            if let index = kept.firstIndex(where: { $0.text.utf8.elementsEqual(text.utf8) }) {
                let tree = kept.remove(at: index)
                kept.append(tree)
                return tree.bytes
            }
            let bytes = ByteBuffer(string: MarkdownTree.parse(text).json)
            if kept.count == Self.mostKept { kept.removeFirst() }
            kept.append(Tree(text: text, bytes: bytes))
            return bytes
        }
    }
}

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
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
        "mkv": "video/x-matroska", "ogv": "video/ogg", "apng": "image/apng", "mp3": "audio/mpeg",
        "ogg": "audio/ogg",
        "woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf",
    ]
}

/// A log of the requested files that pagerview cannot serve. Each file is logged once, so that an
/// operator can see why a picture is not shown.
final class RefusedFiles: Sendable {
    /// The maximum number of files that are logged. Browsers choose the paths, so without a limit
    /// they could fill the log.
    private static let most = 64

    private let logged = Mutex<Set<[UInt8]>>([])

    func note(_ path: [UInt8], _ reason: String) {
        let isNew = logged.withLock { $0.count < Self.most && $0.insert(path).inserted }
        guard isNew else { return }
        let name = beginning(of: String(decoding: path, as: UTF8.self))
        StandardError.write("pagerview: \(name): \(reason)")
    }
}
