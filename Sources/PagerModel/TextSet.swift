/// A set of strings from outside the program, such as from clients. Strings are compared and hashed
/// by their bytes.
package struct TextSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
    private var storage: Set<TextKey> = []

    package init() {}

    package init(_ texts: some Sequence<String>) {
        for text in texts { storage.insert(TextKey(text)) }
    }

    package init(arrayLiteral texts: String...) { self.init(texts) }

    package var count: Int { storage.count }
    package var isEmpty: Bool { storage.isEmpty }

    package func contains(_ text: String) -> Bool { storage.contains(TextKey(text)) }

    /// Inserts a string, and returns whether it was not yet in the set.
    @discardableResult
    package mutating func insert(_ text: String) -> Bool { storage.insert(TextKey(text)).inserted }

    /// Removes a text and returns whether it was in the set.
    package mutating func remove(_ text: String) -> Bool { storage.remove(TextKey(text)) != nil }

    package mutating func formUnion(_ texts: some Sequence<String>) {
        for text in texts { insert(text) }
    }

    package func union(_ texts: some Sequence<String>) -> TextSet {
        var all = self
        all.formUnion(texts)
        return all
    }

    package func subtracting(_ others: TextSet) -> TextSet {
        var rest = self
        rest.storage.subtract(others.storage)
        return rest
    }

    package func makeIterator() -> AnyIterator<String> {
        var texts = storage.makeIterator()
        return AnyIterator { texts.next()?.text }
    }
}
