/// Functions that convert a `BookForm` to and from its description, which is a part of the result
/// of `server.describe`. They skip members that a newer daemon has added to the description.
extension BookForm {
    public var description: Value {
        [
            "contents": contents.map { Value(fields: $0, writesNull: true) } ?? .null,
            "settings": .array(settings.map(\.description)), "takesFiles": .bool(takesFiles),
        ]
    }

    /// Creates a `BookForm` from its description in the result of `server.describe`. Skips the
    /// parts of the description that this program does not support.
    public init(described value: Value) {
        self.init(
            contents: value["contents"].flatMap { BookContents(described: $0) },
            settings: (value["settings"]?.array ?? []).compactMap { BookSetting(described: $0) },
            takesFiles: value["takesFiles"]?.bool ?? false)
    }
}

extension BookContents {
    /// Creates a `BookContents` from its description in the result of `server.describe`. Returns
    /// nil for null and for a description that this program does not support.
    init?(described value: Value) {
        var decoder = FieldDecoder(value.members ?? [])
        self.init()
        guard (try? read(from: &decoder)) != nil, params.members != nil else { return nil }
        guard form == .list ? members.count == 1 : !members.isEmpty else { return nil }
    }
}

extension BookSetting {
    var description: Value {
        .object(
            (field.description.members ?? []) + [
                .init("method", .string(method)),
                .init("param", param.map { .string($0) } ?? .null),
                .init("reset", reset.map { .string($0) } ?? .null),
            ])
    }

    /// Creates a setting from its description in the result of `server.describe`. Returns nil if
    /// this program does not support the description.
    init?(described value: Value) {
        guard let field = SchemaField(described: value), let method = value["method"]?.string
        else { return nil }
        let (param, reset) = (value["param"]?.string, value["reset"]?.string)
        guard param != nil || reset != nil else { return nil }
        self.init(field, method: method, param: param, reset: reset)
    }
}
