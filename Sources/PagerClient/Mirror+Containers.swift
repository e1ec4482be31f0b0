internal import PagerModel

/// The members that each kind adds to a controller's record.
extension Mirror {
    mutating func applyContainer(
        _ category: EventCategory, _ name: String, _ subject: String, _ event: Value
    ) {
        guard var record = controllerRecords[subject] else { return }
        switch (category, name) {
        case (.pager, "pagesChanged"):
            record["pages"] = event["pages"]
            Self.select(event["index"], in: "pages", &record)
        case (.pager, "didSelect"): Self.select(event["index"], in: "pages", &record)
        case (.tabBar, "controllersChanged"):
            let selected = record["selected"]?.string
            record["controllers"] = event["controllers"]
            let index = record.names("controllers").firstIndex { $0 == selected }
            Self.select(index.map { .integer($0) }, in: "controllers", &record)
        case (.tabBar, "selectionChanged"):
            Self.select(event["index"], in: "controllers", &record)
        case (.navigation, "stackChanged"):
            record["controllers"] = event["controllers"]
            record["top"] = Value(name: record.names("controllers").last)
        case (.page, "pagesChanged"): record["controllers"] = event["controllers"]
        case (.split, "displayModeChanged"): record["displayMode"] = event["mode"]
        case (.split, "columnsChanged"):
            for field in ["primary", "secondary", "collapsed"] { record[field] = event[field] }
        default: return
        }
        controllerRecords[subject] = record
    }

    private static func select(
        _ index: Value?, in list: String, _ record: inout MirrorRecord
    ) {
        let names = record.names(list)
        let place = index?.integer.flatMap { names.indices.contains($0) ? $0 : nil }
        record["index"] = place.map { .integer($0) } ?? .null
        record["selected"] = Value(name: place.map { names[$0] })
    }
}
