internal import CommonMark
internal import NIOCore
internal import PagerModel
internal import PagerWire
internal import Synchronization

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
            if let place = kept.firstIndex(where: { $0.text.utf8.elementsEqual(text.utf8) }) {
                let tree = kept.remove(at: place)
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
