/// A dictionary whose keys are texts from outside: compared and hashed by their bytes.
package struct TextDictionary<Element: Sendable>: Sendable, Sequence, ExpressibleByDictionaryLiteral
{
    private var storage: [TextKey: Element] = [:]

    package init() {}

    package init(dictionaryLiteral elements: (String, Element)...) {
        for (key, element) in elements { storage[TextKey(key)] = element }
    }

    package var count: Int { storage.count }

    package subscript(key: String) -> Element? {
        get { storage[TextKey(key)] }
        _modify { yield &storage[TextKey(key)] }
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
