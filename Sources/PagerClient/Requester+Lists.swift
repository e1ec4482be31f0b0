public import PagerModel
internal import PagerWire

extension Requester {
    /// Sends the command with the given method name. If the result is a list or a replay that does
    /// not fit into one reply, requests all pages of the result. If the result is a replay, stops
    /// after the number of events in the parameter `limit`.
    ///
    /// All pages of a list belong to one state. If the state changes between two pages, the list is
    /// requested again, from a state that the daemon keeps.
    ///
    /// - Throws: The same errors as `request`; also `badReply` if the pages never end.
    public mutating func requestAll(
        _ method: String, _ params: [Value.Member] = [], trace: Bool = false
    ) throws(ClientError) -> Reply {
        if method == EventsReplay.method {
            return try reading { (requester) throws(ClientError) in
                try requester.replayAll(params, trace)
            }
        }
        let isWhole = !params.contains { $0.name == "after" || $0.name == "limit" }
        do {
            return try request(method, params, trace: trace)
        } catch .refused(let refused)
            where refused.name == ErrorName.tooLarge.rawValue && isWhole
            && ListRange.lists[method] != nil
        {
            return try reading { (requester) throws(ClientError) in
                try requester.pages(of: method, params)
            }
        }
    }

    private mutating func pages(
        of method: String, _ params: [Value.Member]
    ) throws(ClientError) -> Reply {
        do {
            return try pagesOnce(of: method, params)
        } catch .refused(let refused) where refused.name == ErrorName.staleRevision.rawValue {
            return try whileStale { (requester) throws(ClientError) in
                // Something changes often, so the daemon is asked to keep the state.
                let kept = try requester.send(
                    StateSnapshot {
                        $0.limit = 1
                        $0.keep = true
                    })
                let revision = Value.Member("ifRevision", .integer(kept.revision))
                return try requester.pagesOnce(of: method, params + [revision])
            }
        }
    }

    private mutating func pagesOnce(
        of method: String, _ params: [Value.Member]
    ) throws(ClientError) -> Reply {
        let list = ListRange.lists[method] ?? ""
        var elements: [Value] = []
        var after: Value?
        var paged = PagedReply(method, limit: Limits.nodes)
        while true {
            var more: [Value.Member] = [.init("limit", .integer(Limits.nodes))]
            if let after { more.append(.init("after", after)) }
            let page = try request(method, params + more)
            let found = page.result[list]?.array ?? []
            after = page.result["next"]
            try paged.add(page, records: found.count, isLast: after == nil)
            elements += found
            if after == nil { return Self.reply(page, with: list, elements) }
        }
    }

    private mutating func replayAll(
        _ params: [Value.Member], _ trace: Bool
    ) throws(ClientError) -> Reply {
        var left = params.first { $0.name == "limit" }?.value.integer ?? EventsReplay().limit
        var page = try request(EventsReplay.method, params, trace: trace)
        var events = page.events
        left -= events.count
        var isComplete = page.result["complete"]
        var since = params.first { $0.name == "since" }?.value.integer ?? 0
        var paged = PagedReply(EventsReplay.method, limit: 1)
        try paged.add(page, records: 1, isLast: page.result["next"] == nil)
        while left > 0, let next = page.result["next"] {
            // A page that is not the last one contains events.
            guard let following = next.integer, following > since, !page.events.isEmpty else {
                throw .badReply("the pages of the replay do not end; the server is not a pagerd")
            }
            since = following
            let others = params.filter { $0.name != "since" && $0.name != "limit" }
            page = try request(
                EventsReplay.method,
                others + [.init("since", next), .init("limit", .integer(left))], trace: trace)
            if page.result["complete"] == false { isComplete = false }
            try paged.add(page, records: 1, isLast: page.result["next"] == nil)
            events += page.events
            left -= page.events.count
        }
        return Self.reply(page, with: "events", events, isComplete: isComplete)
    }

    /// Combines the pages of a list into one reply: a copy of the last page's reply, with the
    /// elements of all pages.
    private static func reply(
        _ page: Reply, with list: String, _ elements: [Value], isComplete: Value? = nil
    ) -> Reply {
        let members = (page.result.members ?? []).map { member in
            switch member.name {
            case list: Value.Member(list, .array(elements))
            case "complete": Value.Member("complete", isComplete ?? member.value)
            default: member
            }
        }
        let result = Value.object(members)
        return Reply(result: result, bytes: Array(result.json.utf8))
    }
}
