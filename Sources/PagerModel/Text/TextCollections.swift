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

/// A dictionary whose keys come from outside the program, such as from clients. Keys are compared
/// and hashed by their bytes.
package struct TextDictionary<Element: Sendable>: Sendable, Sequence, ExpressibleByDictionaryLiteral
{
    private var storage: [TextKey: Element] = [:]

    package init() {}

    package init(dictionaryLiteral elements: (String, Element)...) {
        for (key, element) in elements { storage[TextKey(key)] = element }
    }

    /// Creates a dictionary from entries.
    ///
    /// - Parameter combine: A function that returns the value of a key that occurs more than once.
    package init(
        _ entries: some Sequence<(String, Element)>,
        uniquingKeysWith combine: (Element, Element) -> Element
    ) {
        for (key, element) in entries {
            let key = TextKey(key)
            storage[key] = storage[key].map { combine($0, element) } ?? element
        }
    }

    package var count: Int { storage.count }

    package var keys: some Collection<String> { storage.keys.lazy.map(\.text) }

    package var values: some Collection<Element> { storage.values }

    package subscript(key: String) -> Element? {
        get { storage[TextKey(key)] }
        _modify { yield &storage[TextKey(key)] }
    }

    package subscript(key: String, default element: @autoclosure () -> Element) -> Element {
        get { storage[TextKey(key)] ?? element() }
        _modify { yield &storage[TextKey(key), default: element()] }
    }

    /// Sets the value of a key and returns the key's previous value, or nil if there was none.
    @discardableResult
    package mutating func updateValue(_ element: Element, forKey key: String) -> Element? {
        storage.updateValue(element, forKey: TextKey(key))
    }

    @discardableResult
    package mutating func removeValue(forKey key: String) -> Element? {
        storage.removeValue(forKey: TextKey(key))
    }

    package func makeIterator() -> AnyIterator<(key: String, value: Element)> {
        var entries = storage.makeIterator()
        return AnyIterator { entries.next().map { (key: $0.key.text, value: $0.value) } }
    }
}

extension TextDictionary: Equatable where Element: Equatable {}
