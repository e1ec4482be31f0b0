import PagerModel

/// The part of the reference that the declarations do not contain: connecting to the daemon and
/// reading its messages.
enum ReferencePreamble {
    static var text: String {
        [messages, waiting, animation, ReferencePagers.text, subscribing]
            .joined(separator: "\n\n")
    }

    private static let messages = """
        # The wire contract of pagerd, version 1

        Generated from the declarations with which the daemon reads requests and writes events. \
        `server.describe` returns the same as data, and \
        [protocol.schema.json](../schema/protocol.schema.json) contains it as JSON Schema. Begin \
        with [the protocol by example](../protocol-intro.md). Numbers such as [5.2] are \
        [rules of UIKit](RULES.md).

        ## Sockets

        | socket | type | default endpoint |
        | --- | --- | --- |
        | command | ZMQ_ROUTER, used like ZMQ_REP | `ipc://RUN/NAME/command` |
        | events | ZMQ_XPUB | `ipc://RUN/NAME/events` |
        | plugins | ZMQ_ROUTER | `ipc://RUN/NAME/plugins` |

        RUN is `$PAGERD_RUNTIME_DIR`, else `$XDG_RUNTIME_DIR/pagerd`, else `/tmp/pagerd-UID`. \
        Daemon and clients refuse it unless it is the user's own folder, not a link, with mode \
        0700. NAME is that of `--name`, or `default`. A tcp endpoint uses CURVE, or loopback with \
        `--insecure-tcp`: see [SECURITY.md](../SECURITY.md).

        ## Requests

        A message is one JSON-RPC 2.0 request in one frame of UTF-8:

            {"jsonrpc": "2.0", "id": 7, "method": "pager.swipe",
             "params": {"id": "book", "direction": "left"}}

        Each gets exactly one reply, with `"id": null` if its `id` cannot be read. libzmq drops a \
        message of more than 8 MiB, twice `messageBytes`, and closes its connection. An `id` that \
        cannot be stored exactly, such as an integer of more than 64 bits, is refused, as are \
        unknown parameters.

        ZMQ_REQ sockets work as they are. A ZMQ_DEALER sends an empty frame before each request, \
        and may send many at once. Use a socket monitor instead of ZMQ_IMMEDIATE, which may lose \
        the last reply of a daemon that ends. Set no ZMQ_ROUTING_ID: while another connection has the \
        id, or libzmq has not noticed its end, a new one gets no reply until it connects again.

        Every method also accepts:

        - `params.trace`: true adds `events` to the result, those that the command published; \
        beyond `listBytes` bytes with `"complete": false`.
        - `params.ifRevision`: at another revision, the error is `staleRevision`. A command that \
        only reads controllers, views, windows, transitions or `state.snapshot` gets the state of \
        that revision while the daemon keeps it: between the pages of `state.snapshot`, and after \
        one with `keep`.
        - `client`, beside `method`: 1 to 64 characters of `A-Z a-z 0-9 _ - . :`. The daemon then \
        executes a request that is repeated with its `id` only once, and returns the first reply \
        again. Ids are compared as values: `1`, `1.0` and `10e-1` are one id, `"1"` is another. If \
        the method or its parameters differ (but for `trace` and `ifRevision`), the error is \
        `idReused`. Refused requests are not remembered. Events that the request causes have \
        `"cause": {"client": ..., "id": ...}`.

        Repeat a request without a reply after about 100 ms, then at growing intervals, with a \
        `client` unless the method only reads. After you close a connection, the daemon still \
        carries out up to `waitingRequests` changes that wait there, and drops reads.

        Controllers, views and windows share one namespace of ids: 1 to 64 characters of \
        `A-Z a-z 0-9 _ -`. Lengths are in points, times in seconds; indexes start at zero.

        ### Lists

        \(ReferenceFields.whole(ReferenceShared.range))

        With either, the result is a page of about `listBytes` bytes; its `next` is the `after` of \
        the next page. If the state has changed in between, the error is `staleRevision`: begin \
        again. The pages of `state.snapshot` show the state of the first one, unless the daemon \
        could not [keep](#limits) it. A whole list of more than `listBytes` is refused with `tooLarge`. Clients refuse a \
        message of more than \(Limits.replyBytes) bytes, which no daemon sends.

        ## Replies

            {"jsonrpc": "2.0", "id": 7, "result": {"transition": "t1", "seq": 42, "revision": 11}}

        Every result has `seq`, the number of the last event published before it, and `revision`, \
        the number of transactions that changed something. The events of a \
        [schedule](BOOKS.md#pages-by-time) that the command affects are published after the reply.

        Where UIKit would log a message and do nothing, the result has `"applied": false` and the \
        text in `diagnostics`; if an option prevents an action of the user, also `reason`: \
        `swipeDisabled`, `interactivePopDisabled` or `noDataSource`.

        If a plugin must decide first, nothing has changed yet, and the result has `pending`, the \
        id of the decision; `plugin.NAME.decisionMade` has its outcome. Plugins are asked only about \
        commands with `"user": true` and swipes.

            {"jsonrpc": "2.0", "id": 7, "error": {"code": -32000, "message": "...",
             "data": {"name": "controllerNotFound", "path": "id", "seq": 42, "revision": 11}}}

        `data.name` is one of the [errors](#errors); `message` is for people. `data.path` is the \
        invalid parameter, such as `pages[3]`, or `commands[2].params.id` in an atomic batch, with \
        `data.index`. `data.exception` names the exception that UIKit raises with this `message`. A \
        refused command changes and publishes nothing.
        """

    private static let waiting = """
        ## Waiting for a transition

        No request waits. Subscribe to `transition.` and `plugin.`, receive both welcomes, send the \
        command, and wait for `ended` of the `transition` in its reply, or for `decisionMade` of \
        the `pending` decision, which names the transition, if any. A command with `interruption` \
        `queue` may have no transition yet: `queued` and the later `began`, or `dropped`, have its \
        `cause`. `pagerctl next --wait` and Python's \
        `wait=True` do this. Or repeat `transition.get`, which also returns the last \
        `endedTransitions`. The events of a command without animation precede its reply.

        No event publishes the `progress` of a transition that follows the clock: compute its curve \
        at (time − `began`) / `duration`. Snapshots, events and heartbeats have the `time`; in \
        between, add that of your own clock, unless the daemon's is manual. The curves are those of \
        CSS: easeIn (0.42, 0, 1, 1), easeOut (0, 0, 0.58, 1), easeInOut (0.42, 0, 0.58, 1).
        """

    private static let animation = """
        ## Animation

        Commands that start a transition accept:

        \(ReferenceFields.whole(ReferenceShared.animation))

        If the container's duration is the default, a style of `transition.define` sets its own. A \
        command without animation takes no time; a `duration` of 0 means none. A style that the \
        command names runs backwards if the command goes back: a pop, a dismissal, an earlier page or tab.

        A `transform` is a `CGAffineTransform`: it draws the point (x, y), relative to the view's \
        centre, at (a·x + c·y + tx, b·x + d·y + ty).
        """

    private static let subscribing = """
        ## Subscribing

        An event comes in two frames: the topic `CATEGORY.SUBJECT.EVENT`, and a JSON object.

            lifecycle.home.viewWillAppear
            {"seq": 1042, "prev": [1040, 1031], "revision": 311, "time": 12.031,
             "category": "lifecycle", "subject": "home", "event": "viewWillAppear", ...}

        `seq` numbers all events without gaps. `prev` has the `seq` of the previous event of the \
        category, and of the category and subject; 0: none (a `destroyed` or `forgotten` ends a \
        chain). So with a subscription to everything, to `CATEGORY.` or to `CATEGORY.SUBJECT.`, \
        clients detect gaps.

        Not numbered, without `prev`:

        - The welcome replies to each subscription, before its events: the prefix as sent, and \
        `{"event": "welcome", "prefix", "boot", "bootSeq", "history", "seq"}`. There is none for a \
        prefix of more than 160 bytes or with other characters than `A-Z a-z 0-9 _ . -`, nor beyond \
        a [limit](#limits): subscribe to categories rather than to thousands of subjects.
        - `server.NAME.heartbeat`, each second of real time, and `server.NAME.shutdown` have \
        `boot`, `bootSeq`, `history`, `seq`, and in `latest` the last `seq` of each category; a \
        heartbeat also has `time`.

        To keep an exact copy of the state:

        1. Subscribe, and wait for the welcome. If there is none within a second, unsubscribe and \
        begin again.
        2. Request `state.snapshot` with all its pages; at `staleRevision`, again.
        3. Discard the events up to its `seq`, and apply the others in order.
        4. At a gap in `prev`, or in `latest` of a heartbeat, request `events.replay` since your \
        last `seq`. If `history` has changed or the result has `"complete": false`, go to 2.
        5. If `boot` has changed, do the same with the `boot` of your last `seq`.
        """
}
