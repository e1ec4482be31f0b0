extension Archive {
    /// Writes the declared fields of `value` to the archive, or reads them from it, in the order of
    /// their declaration.
    @inlinable
    public mutating func fields<F: Fields>(_ value: inout F) {
        let absent = absentFields.isEmpty ? [] : absentFields[ObjectIdentifier(F.self)] ?? []
        lend {
            var visitor = FieldArchive(archive: $0, absent: absent)
            value.visit(&visitor)
        }
    }

    /// Writes or reads the value of one field, but not the field's name and type.
    public mutating func visit<T: FieldValue>(field value: inout T) {
        if isReading {
            if let read = T(restoringFrom: &self) { value = read }
        } else {
            value.store(in: &self)
        }
    }

    /// Writes a description of the fields of `F` to the archive. When reading, compares the fields
    /// of `F` with the description in the archive, so that an archive with different fields is not
    /// misread.
    ///
    /// Call this function once, before the values are visited. The archive may lack optional and
    /// defaulted fields, because an earlier version of pagerd may have written it. `fields(_:)`
    /// skips the missing fields, so they keep their default values. Any other difference makes the
    /// archive invalid.
    ///
    /// - Parameter name: A phrase for the owner of the fields, such as `a controller`, for the
    ///   error message.
    public mutating func declaration<F: Fields>(of _: F.Type, _ name: @autoclosure () -> String) {
        let fields = F.declaration
        let known = Schema.object(fields).structure
        var found = known
        found.visit(&self)
        guard isReading else { return }
        let added = found == known ? [] : fields.added(to: found)
        require(added != nil, "\(name()) has other fields in this version: \(known)")
        absentFields[ObjectIdentifier(F.self)] = added?.isEmpty == true ? nil : added
    }

    /// Declares that the fields of `G` include those of `F`. If the archive lacks fields of `F`,
    /// they are then also skipped when a `G` is read. Call this function after
    /// `declaration(of:_:)` for `F`.
    package mutating func declaration<F: Fields, G: Fields>(of _: F.Type, isIn _: G.Type) {
        absentFields[ObjectIdentifier(G.self)] = absentFields[ObjectIdentifier(F.self)]
    }
}

extension [SchemaField] {
    /// Compares the fields in this array with `older`, a description that an earlier version of
    /// pagerd has written for the same type. Returns the names of the optional and defaulted fields
    /// that `older` lacks. Returns nil if there is any other difference.
    fileprivate func added(to older: String) -> [String]? {
        var rest = [UInt8](older.utf8)[...]
        guard rest.popFirst() == UInt8(ascii: "{"), rest.popLast() == UInt8(ascii: "}") else {
            return nil
        }
        let comma = [UInt8](", ".utf8)
        var added: [String] = []
        for field in self {
            if let next = field.end(in: rest), next.isEmpty || next.starts(with: comma) {
                rest = next.dropFirst(comma.count)
            } else if field.presence == .defaulted || field.presence == .optional {
                added.append(field.name)
            } else {
                return nil
            }
        }
        return rest.isEmpty ? added : nil
    }
}

extension SchemaField {
    /// Parses this field's description at the start of `older`, a list of field descriptions
    /// written by an earlier version of pagerd. Returns the part of `older` after this field's
    /// description, or nil if `older` does not begin with it.
    fileprivate func end(in older: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        switch schema {
        case .dictionary(let names, _): return end(in: older, ofDictionary: names)
        case .enumeration(let cases): return end(in: older, ofEnumeration: cases)
        case .booleanOr where older.starts(with: "\(name): \(Schema.boolean.structure)".utf8):
            return older.dropFirst("\(name): \(Schema.boolean.structure)".utf8.count)
        default:
            let text = "\(name): \(schema.structure)".utf8
            return older.starts(with: text) ? older.dropFirst(text.count) : nil
        }
    }

    /// Parses the description of this enumeration field at the start of `older`, a list of field
    /// descriptions written by an earlier version of pagerd. Returns the part of `older` after this
    /// field's description, or nil if `older` does not begin with it.
    ///
    /// `older` may lack newer cases of the enumeration. The archived values are still readable,
    /// because each value is archived by the name of its case.
    private func end(
        in older: ArraySlice<UInt8>, ofEnumeration cases: [String]
    ) -> ArraySlice<UInt8>? {
        let text = "\(name): one of".utf8
        guard older.starts(with: text) else { return nil }
        var rest = older.dropFirst(text.count)
        var isFirst = true
        for name in cases {
            let word = "\(isFirst ? "" : ",") \(name)".utf8
            guard rest.starts(with: word) else { continue }
            let next = rest.dropFirst(word.count)
            // Otherwise `name` is only the beginning of a longer name in the archive.
            guard next.isEmpty || next.first == UInt8(ascii: ",") else { continue }
            (rest, isFirst) = (next, false)
        }
        return isFirst ? nil : rest
    }

    /// Parses the description of this dictionary field at the start of `older`, a list of field
    /// descriptions written by an earlier version of pagerd. Returns the part of `older` after this
    /// field's description, or nil if `older` does not begin with it.
    ///
    /// The values of the dictionary may have a different type in `older`, because they are archived
    /// in their wire form.
    private func end(
        in older: ArraySlice<UInt8>, ofDictionary names: [String]
    ) -> ArraySlice<UInt8>? {
        let text = "\(name): \(names) of ".utf8
        guard older.starts(with: text) else { return nil }
        var depth = 0
        return older.dropFirst(text.count).drop {
            if $0 == UInt8(ascii: "{") { depth += 1 }
            if $0 == UInt8(ascii: "}") { depth -= 1 }
            return depth > 0 || $0 != UInt8(ascii: ",")
        }
    }
}

extension Schema {
    /// A description of a schema: its type, and the names of its nested fields and cases.
    fileprivate var structure: String {
        switch self {
        case .array(let element): "array of \(element.structure)"
        case .object(let fields):
            "{\(fields.map { "\($0.name): \($0.schema.structure)" }.joined(separator: ", "))}"
        case .dictionary(let names, let element): "\(names) of \(element.structure)"
        default: phrase
        }
    }
}

/// A visitor that writes declared fields to an archive, or reads them from it.
@usableFromInline
struct FieldArchive: FieldVisitor {
    @usableFromInline let archive: LentArchive
    /// The names of the declared fields that the archive lacks.
    @usableFromInline let absent: [String]

    @inlinable
    init(archive: LentArchive, absent: [String] = []) {
        self.archive = archive
        self.absent = absent
    }

    @inlinable
    func isAbsent(_ name: String) -> Bool { !absent.isEmpty && absent.contains { $0 == name } }

    @inlinable
    func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        if !isAbsent(name) { required(name, &value, text) }
    }

    @inlinable
    func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        if isAbsent(name) { return }
        var isThere = value != nil
        archive.pointee.visit(&isThere)
        if archive.pointee.isReading {
            value = isThere ? T(restoringFrom: &archive.pointee) : nil
        } else {
            value?.store(in: &archive.pointee)
        }
    }

    /// Bit 0 is the value, and bit 1 says whether it was given. Earlier versions wrote only bit 0.
    @usableFromInline
    func flag(_ name: String, _ value: inout Bool, isGiven: inout Bool, _ text: String) {
        if isAbsent(name) { return }
        var byte: UInt8 = (value ? 1 : 0) | (isGiven ? 2 : 0)
        archive.pointee.bytes(of: &byte)
        archive.pointee.require(byte < 4, "\(byte) is not a flag")
        if archive.pointee.isReading { (value, isGiven) = (byte & 1 == 1, byte & 2 == 2) }
    }

    @inlinable
    func required<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        if archive.pointee.isReading {
            if let read = T(restoringFrom: &archive.pointee) { value = read }
        } else {
            value.store(in: &archive.pointee)
        }
    }

    @usableFromInline
    func rest<Form: Fields>(
        _ members: inout [Value.Member], of form: Form.Type, _ text: String
    ) {
        archive.pointee.visit(&members, new: Value.Member("", .null)) { member, archive in
            member.name.visit(&archive)
            if archive.isReading {
                member.value = archive.value()
            } else {
                member.value.store(in: &archive)
            }
        }
    }
}

/// The default methods that archive a value and read it back. The archived value has the same
/// structure as in JSON. Types whose values occur in many records replace these methods, so that
/// the archived value is shorter.
extension FieldValue {
    public func store(in archive: inout Archive) {
        archive.lend {
            var writer = ArchivedValueWriter(archive: $0)
            write(to: &writer)
        }
    }

    public init?(restoringFrom archive: inout Archive) {
        let value = archive.value()
        guard archive.problem == nil else { return nil }
        do {
            self = try Self(reading: value)
        } catch {
            archive.fail(error.message)
            return nil
        }
    }
}

/// A field type whose values are archived as their stored properties, instead of with the structure
/// that they have in JSON.
public protocol ArchivedField: FieldValue, Archived {}

extension ArchivedField {
    @inlinable
    public func store(in archive: inout Archive) {
        var copy = self
        copy.visit(&archive)
    }

    @inlinable
    public init?(restoringFrom archive: inout Archive) {
        self.init()
        visit(&archive)
    }
}

extension Bool: ArchivedField {}
extension Int: ArchivedField {}
extension Double: ArchivedField {}
extension String: ArchivedField {}

extension FieldObject {
    @inlinable
    public func store(in archive: inout Archive) {
        var copy = self
        archive.fields(&copy)
    }

    @inlinable
    public init?(restoringFrom archive: inout Archive) {
        self.init()
        archive.fields(&self)
    }
}

extension FieldEnumeration {
    public func store(in archive: inout Archive) {
        var copy = self
        archive.visit(&copy)
    }

    public init?(restoringFrom archive: inout Archive) {
        var name = ""
        name.visit(&archive)
        guard archive.problem == nil else { return nil }
        guard let known = Self(named: name) else {
            archive.fail("\(quoted(name)) is not \(Self.schema.phrase)")
            return nil
        }
        self = known
    }
}

extension Array where Element: FieldValue {
    public func store(in archive: inout Archive) {
        _ = archive.count(count)
        for element in self { Archive.element(&archive) { element.store(in: &$0) } }
    }

    public init?(restoringFrom archive: inout Archive) {
        self.init()
        for _ in 0..<archive.count(0) {
            var read: Element?
            Archive.element(&archive) { read = Element(restoringFrom: &$0) }
            guard let read else { return nil }
            append(read)
        }
    }
}
