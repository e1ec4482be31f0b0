// Foundation's collections of weak references, which Linux does not have.

public enum NSPointerFunctions {
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let strongMemory = Options([])
        public static let weakMemory = Options(rawValue: 5)
        public static let objectPersonality = Options([])
        public static let objectPointerPersonality = Options(rawValue: 1 << 9)
        public static let copyIn = Options(rawValue: 1 << 16)
    }
}

public typealias NSHashTableOptions = NSPointerFunctions.Options
public typealias NSMapTableOptions = NSPointerFunctions.Options

private struct Held {
    private weak var object: AnyObject?
    private let owner: AnyObject?

    init(_ object: AnyObject, _ options: NSPointerFunctions.Options) {
        self.object = object
        owner = options.contains(.weakMemory) ? nil : object
    }

    var current: AnyObject? { object }

    /// Objects of Foundation, such as strings, are compared by their values.
    func holds(_ other: AnyObject) -> Bool {
        if object === other { return true }
        guard let mine = object as? NSObject, let other = other as? NSObject else { return false }
        return mine.isEqual(other)
    }
}

/// A set of objects, in the order in which they were added.
open class NSHashTable<ObjectType: AnyObject>: NSObject {
    private let options: NSPointerFunctions.Options
    private var held: [Held] = []

    public init(options: NSPointerFunctions.Options = [], capacity: Int = 0) {
        self.options = options
    }

    public convenience override init() { self.init(options: []) }

    public static func weakObjects() -> NSHashTable<ObjectType> {
        NSHashTable(options: .weakMemory)
    }

    public var allObjects: [ObjectType] { held.compactMap { $0.current as? ObjectType } }
    public var anyObject: ObjectType? { allObjects.first }
    public var count: Int { allObjects.count }
    public var setRepresentation: Set<AnyHashable> {
        Set<AnyHashable>(allObjects.compactMap { $0 as? AnyHashable })
    }

    public func add(_ object: ObjectType?) {
        guard let object, !contains(object) else { return }
        held.removeAll { $0.current == nil }
        held.append(Held(object, options))
    }

    public func remove(_ object: ObjectType?) {
        held.removeAll { held in held.current == nil || object.map { held.holds($0) } ?? false }
    }

    public func contains(_ object: ObjectType?) -> Bool {
        object.map { object in held.contains { $0.holds(object) } } ?? false
    }

    public func member(_ object: ObjectType?) -> ObjectType? {
        object.flatMap { object in held.first { $0.holds(object) }?.current as? ObjectType }
    }

    public func removeAllObjects() { held = [] }
    public func objectEnumerator() -> NSEnumerator { NSArray(array: allObjects).objectEnumerator() }
}

/// A dictionary of objects, in the order in which the keys were added.
open class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
    private let keyOptions: NSPointerFunctions.Options
    private let valueOptions: NSPointerFunctions.Options
    private var held: [(key: Held, value: Held)] = []

    public init(
        keyOptions: NSPointerFunctions.Options = [], valueOptions: NSPointerFunctions.Options = [],
        capacity: Int = 0
    ) {
        self.keyOptions = keyOptions
        self.valueOptions = valueOptions
    }

    public static func strongToStrongObjects() -> NSMapTable { NSMapTable() }
    public static func weakToStrongObjects() -> NSMapTable { NSMapTable(keyOptions: .weakMemory) }
    public static func strongToWeakObjects() -> NSMapTable { NSMapTable(valueOptions: .weakMemory) }
    public static func weakToWeakObjects() -> NSMapTable {
        NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory)
    }

    private var living: [(key: KeyType, value: ObjectType)] {
        held.compactMap { pair in
            guard let key = pair.key.current as? KeyType,
                let value = pair.value.current as? ObjectType
            else { return nil }
            return (key, value)
        }
    }

    public var count: Int { living.count }

    public func object(forKey key: KeyType?) -> ObjectType? {
        key.flatMap { key in held.first { $0.key.holds(key) }?.value.current as? ObjectType }
    }

    public func setObject(_ object: ObjectType?, forKey key: KeyType?) {
        removeObject(forKey: key)
        guard let object, let key else { return }
        held.append((Held(key, keyOptions), Held(object, valueOptions)))
    }

    public func removeObject(forKey key: KeyType?) {
        held.removeAll { pair in
            pair.key.current == nil || pair.value.current == nil
                || key.map { pair.key.holds($0) } ?? false
        }
    }

    public func removeAllObjects() { held = [] }
    public func keyEnumerator() -> NSEnumerator {
        NSArray(array: living.map(\.key)).objectEnumerator()
    }
    public func objectEnumerator() -> NSEnumerator? {
        NSArray(array: living.map(\.value)).objectEnumerator()
    }
    public func dictionaryRepresentation() -> [AnyHashable: ObjectType] {
        Dictionary(
            living.compactMap { pair in (pair.key as? AnyHashable).map { ($0, pair.value) } },
            uniquingKeysWith: { $1 })
    }
}
