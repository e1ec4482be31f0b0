/// The part of the reference that the declarations do not contain: connecting to the daemon and
/// reading its messages.
enum ReferencePreamble {
    static let text = """
        # The wire contract of pagerd, version 1

        `make docs` generates this page from the declarations with which the daemon parses \
        requests and encodes events, and a test compares the two. The method `server.describe` \
        returns the same as data. [protocol.schema.json](../schema/protocol.schema.json) \
        contains it as JSON Schema: `$defs` has `METHOD.params` and `METHOD.result` for each \
        method, `CATEGORY.EVENT.event` for each event, and `error`.

        ## Sockets

        | socket | type | default endpoint |
        | --- | --- | --- |
        | command | ZMQ_REP | `ipc://RUN/NAME/command` |
        | events | ZMQ_XPUB | `ipc://RUN/NAME/events` |
        | plugins | ZMQ_ROUTER | `ipc://RUN/NAME/plugins` |

        RUN is `$PAGERD_RUNTIME_DIR`; if this is not set, `$XDG_RUNTIME_DIR/pagerd`; else \
        `/tmp/pagerd-UID`. It must be a folder that belongs to the user, with mode 0700, and not \
        a link. The daemon and the clients refuse any other. NAME is the value of `--name`, \
        `default` if there is none. A tcp endpoint uses CURVE, with `--key` and `--access`, or \
        is on loopback with `--insecure-tcp`: see [SECURITY.md](../SECURITY.md). If the client \
        does not have the role that a method requires, the error is `notPermitted`, with the \
        required role in `role` and the client's role in `held`.

        ## Requests

        A message on the command socket is one JSON-RPC 2.0 request in one frame, in UTF-8:

            {"jsonrpc": "2.0", "id": 7, "method": "pager.swipe",
             "params": {"id": "book", "direction": "left"}}

        Every message of at most 8 MiB, twice `messageBytes`, gets exactly one reply. libzmq drops \
        a longer message and closes its connection. If the request has no `id`, or an `id` that \
        cannot be parsed, the reply has `"id": null`. A numeric `id` is returned with the same \
        value. A number that the daemon cannot store exactly, such as an integer of more than 64 \
        bits, is refused: send it as a string. The daemon refuses parameters that a method does not have.

        A ZMQ_REQ socket needs nothing else. A ZMQ_DEALER socket sends an empty frame before \
        each request, and may send many requests without waiting for the replies. With \
        ZMQ_IMMEDIATE, a client may lose the reply to its last request when the daemon ends, \
        because libzmq drops messages received from a closed connection. To detect whether a \
        daemon is connected, use a socket monitor instead.

        In addition to the parameters in its table, every method accepts:

        - `params.trace`: true adds `events` to the result, the events that the command has \
        published. At most `listBytes` bytes of events are returned; if there are more, the \
        result has `"complete": false`.
        - `params.ifRevision`: the daemon executes the command only at this revision. Otherwise \
        the error is `staleRevision`.
        - `client`, beside `method`: 1 to 64 characters of `A-Z a-z 0-9 _ - . :`. With it, the \
        client can send the request again with the same `id` until a reply arrives. The daemon \
        executes it once, and returns the first reply each time. If the same `id` comes with \
        another method or other parameters, the error is `idReused`; `trace` and `ifRevision` \
        are not compared, so the first reply comes without events that it did not have. A request \
        that was refused may be sent again with its `id`. Each event that the request causes has \
        `"cause": {"client": ..., "id": ...}`.

        A reply can be lost. Up to version 4.3.5, libzmq drops the reply to one client if another \
        client sends a message without the empty frame and closes its connection before the daemon \
        reads the message; [lost_reply.c](../libzmq/lost_reply.c) demonstrates this. So send a \
        request again if there is no reply after about 100 ms, and then at growing intervals, with \
        the same `client` and `id`. Methods that only read need no `client`. All clients of pagerd \
        do this. The replies that wait for all clients together take at most twice \
        `unsentReplyBytes`. Beyond `unsentReplyBytes`, the daemon closes the connection with the \
        most waiting bytes, and refuses (`limitExceeded`) the requests of clients that read \
        nothing. Beyond twice this number, it refuses all requests.

        A list is returned as a whole or in pages. With `limit` or `after`, a page has at most \
        `limit` elements and about `listBytes` bytes, and at least one element. If there are \
        more elements, the result has `next`: send it as `after`. If the state has changed \
        between two pages, the error is `staleRevision`, and the client begins again. If a whole \
        list would take more than `listBytes`, the error is `tooLarge`.

        Controllers, views and windows share one namespace of ids, each of 1 to 64 characters of \
        `A-Z a-z 0-9 _ -`. Lengths are in points, times in seconds, and indexes start at zero. \
        If the `id` of a container is optional, it may be omitted as long as there is only one \
        container of this kind.

        ## Replies

            {"jsonrpc": "2.0", "id": 7, "result": {"transition": "t1", "seq": 42, "revision": 11}}

        `seq` is the number of the last event before the reply. `revision` is the number of \
        transactions that have changed something. Every result has both, so the tables omit \
        them.

        If UIKit would log a message and do nothing, the result has `"applied": false` and the \
        text in `diagnostics`. The same applies if an option prevents an action of the user; then \
        `reason` names the option: `swipeDisabled`, `interactivePopDisabled` or `noDataSource`.

        If a plugin must decide about a command first, the result has `pending`, the id of the \
        decision, and nothing has changed yet. The event `plugin.NAME.decisionMade` with the \
        same `decision` has the outcome. Plugins are asked only about commands with `"user": \
        true` and about `pager.swipe`.

            {"jsonrpc": "2.0", "id": 7, "error": {"code": -32000, "message": "...",
             "data": {"name": "controllerNotFound", "path": "id", "seq": 42, "revision": 11}}}

        `data.name` never changes and is listed under Errors; `message` is for people. \
        `data.path` is the path of the invalid parameter, such as `pages[3]`. In an atomic batch \
        it is, for example, `commands[2].params.id`, and `data.index` is the index of the \
        command. `data.exception` is the name of the exception that UIKit would raise; then \
        `message` is the text of this exception. A refused command has changed nothing and \
        published nothing.

        ## Waiting for a transition

        The command socket handles one request at a time, so no request waits for a transition. \
        A reply names the `transition` that has begun, or the `pending` decision of a plugin. To \
        wait, a client subscribes to `transition.` and `plugin.`, and receives both welcomes \
        before it sends the command. Then it waits for the `ended` event of the transition in \
        the reply, or for the `decisionMade` event of the decision, which names the transition \
        if one has begun. The events of a command without animation come before its reply. \
        `pagerctl next --wait` and `wait=True` of the Python client do this.

        A client that only sends requests repeats `transition.get`. The daemon remembers the \
        last `endedTransitions` transitions that have ended, with `outcome` and `selected`.

            {"jsonrpc": "2.0", "id": 8, "method": "transition.get", "params": {"id": "t1"}}
            {"jsonrpc": "2.0", "id": 8, "result": {"transition": "t1", "container": "book",
             "from": "a", "to": "b", "outcome": "completed", "selected": "b", ...}}

        `progress` of a transition that follows the clock is the value of its curve at the \
        daemon's time. No event publishes it. A client that draws the transition computes the \
        curve at (time − `began`) / `duration`. Each snapshot, event and heartbeat has `time`; \
        in between, a client adds the time that has passed on its own clock, unless the daemon's \
        clock is manual. The curves are those of CSS with the same names: easeIn (0.42, 0, 1, \
        1), easeOut (0, 0, 0.58, 1), easeInOut (0.42, 0, 0.58, 1). In the mirrors of the \
        clients, `progress` of such a transition stays 0.

        ## Duration, curve and style

        Commands that start a transition accept `duration`, `curve` and `transition`, the name \
        of a style. These apply to this command only; a queued command keeps them. Omitted \
        values come from the container: from its options, or from the defaults of its kind. If \
        the container has its default duration, a style that was added with `transition.define` \
        sets its own. Containers have no curve, so an omitted curve comes from the style.

            {"jsonrpc": "2.0", "id": 9, "method": "pager.next",
             "params": {"duration": 0.2, "curve": "easeOut", "transition": "crossDissolve"}}

        A command without animation takes no time, whatever its `duration` is. A command with a \
        `duration` of 0 has no animation. If a command names a style and goes back (a pop, a \
        dismissal, an earlier page or tab), the style runs backwards. `controller.transition` \
        requires a `duration`, because it uses none of a container. Its `transition` and `curve` \
        override those in its `options`. Its `animations` lists views that move during the \
        transition, each with its final values.

            {"jsonrpc": "2.0", "id": 10, "method": "controller.transition",
             "params": {"container": "p", "from": "a", "to": "b", "duration": 0.3,
              "animations": [{"view": "a", "alpha": 0, "transform": {"a": 0.5, "d": 0.5}}]}}

        A `transform` is UIKit's `CGAffineTransform`, with the members `a`, `b`, `c`, `d`, `tx` \
        and `ty`. An omitted member has the value of the identity. The point (x, y) of a view, \
        relative to the view's centre, is drawn at (a·x + c·y + tx, b·x + d·y + ty).

        ## Pages side by side

        A pager with `pagesPerView: 3` shows three pages at once. All visible pages are its \
        children and have appeared; `index` and `selected` name one of them.

            {"jsonrpc": "2.0", "id": 10, "method": "controller.update",
             "params": {"id": "book", "pagesPerView": 3, "spacing": 16}}

        - `alignment: "start"` puts the selected page first. Near the end of the list, the last \
        page is at the end of the view: of 10 pages, index 7, 8 and 9 all show the pages 7, 8 \
        and 9. `alignment: "center"` puts the selected page in the middle. Then the first and \
        the last page have empty space beside them.
        - `pager.next`, `pager.previous`, `pager.swipe` and `autoAdvance` move by `step` pages \
        from the first visible page; with `center`, from the selected page. Near an end they \
        move by fewer pages. If no page would move, they publish `bounced`: of 10 pages, index 7 \
        is the last that they reach, and `pager.previous` moves from index 9 to 6.
        - `pager.select` selects any page. If the same pages stay visible at the same places, \
        `willSelect`, `didSelect` and `didSettle` are published at once, and the reply has no \
        transition.
        - `peek` is the number of points that show one more page at either end. Such a page has \
        appeared, too. If an end already cuts a page, as with `pagesPerView: 2.5`, `peek` shows \
        more of this page instead.
        - With `wrap`, the first pages follow the last one. Each page is visible only once. Use \
        at least one page more than there are visible places; otherwise a page that leaves at \
        one end comes back at the other end and crosses the pages in between.
        - A page is (L - 2 * M - (`pagesPerView` - 1) * `spacing`) / `pagesPerView` points long. \
        L is the length of the pager along its `direction`, without its `inset`. M is `peek` + \
        `spacing` if `peek` is not 0, and 0 otherwise; the first place begins at M. The size of \
        the pager does not affect which pages are visible.
        - All pages move together: `transition.began` has the style `none`, and \
        `transition.animatesAlongside` has their final frames. If the command has a \
        `transition`, or this option of the pager is not the default, the style applies to pages \
        that come or go, at their places, and the others move. Pages whose view has just been \
        added use `tracks.to`; others that `animatesAlongside` does not list use `tracks.from`.
        - If the size, pages or options of a pager change during a page turn, its layout changes \
        when the page turn ends.

        ## Pages on demand

        A pager with the option `dataSource` contains only some of its pages: the visible ones, \
        and at most `keep` on each side of them. The daemon publishes a request for a missing \
        page, and does not block until it is answered:

            pager.book.pageNeeded {"request": 4, "side": "after", "beside": "p7", ...}

        Any client or plugin supplies the page with an ordinary command. The journal records \
        this command like all others, so a replay of the journal needs no data source.

            {"jsonrpc": "2.0", "id": 10, "method": "pager.supply",
             "params": {"id": "book", "request": 4, "page": "p8"}}

        - The first pages come from `pager.setPages`, usually one page. After that, the pager \
        requests pages on each side while there are fewer than `readAhead` pages beyond the \
        visible ones. At most one request is open on each side; `requests` in the record lists the \
        open ones.
        - `"page": null` means that there is no page on this side. The pager requests no more \
        pages there until its first or last page changes.
        - A page turn to a missing page waits for it, and `transition.queued` announces this. An \
        interactive page turn does not wait: it bounces, and the page is requested. A page turn \
        to another page drops the waiting one.
        - A request without a reply after `timeout` seconds ends as if there were no page. The \
        next page turn that needs the page requests it again. A later `pager.supply` for the old \
        request is refused with `requestNotFound`.
        - When no transition of the pager is running, pages further away than `keep` are removed \
        from the list. The event `pagesReleased` names them: destroy them, or reuse them with \
        other content. So a pager with ten million pages needs the memory of a few.
        - A data source must name the same neighbours each time. If it names another page, or \
        none, beside a page whose neighbour was released, `diagnostic.misuse` names all three. A \
        page that is already in the list is refused with `duplicateController`.

        The event `requestEnded` has the result of each request: `supplied`, `none`, `timedOut`, \
        or `withdrawn` if the list has changed in another way. `wrap` cannot be combined with a \
        data source. For a command of the user, the daemon first asks the plugins that have \
        declared `pageAfter` or `pageBefore`, and then the data source.

        The data source of a `page` controller, as of UIPageViewController, works in the same \
        way. Its first pages come from `page.set`, the others from `page.supply`; `page.next`, \
        `page.previous` and `page.swipe` turn to them. Here `readAhead` and `keep` count page \
        turns. With the spine in the middle, or with `doubleSided`, a page turn takes two pages \
        and waits for both. `page.set` discards the supplied pages. Without a data source, a \
        gesture cannot turn a page controller: the reply has `"applied": false` and the reason \
        `noDataSource`.

        ## Back and forward

        A pager or a tab bar with a `backBehavior` can go back. The option selects the target of \
        `pager.back` and `tabBar.back`; its values have the names of react-navigation's \
        `backBehavior`:

        | `backBehavior` | back selects |
        | --- | --- |
        | `none` | no member: nothing is recorded |
        | `first` | the first member of the list |
        | `initial` | the member that was selected first, or the first of the list if that one was \
        removed |
        | `order` | the member before the selected one in the list |
        | `history` | the member selected before; the history has each member once, without removed \
        ones |

        `pager.forward` and `tabBar.forward` undo the last back, until a command, the clock or a \
        swipe selects another member. If there is nothing to go back or forward to, the result has \
        `"transition": null`, like that of `navigation.pop` at the root, and no event is \
        published. If the user goes back or forward (`"user": true`), this is a selection, so the \
        daemon asks plugins about it, and in a pager `swipeEnabled` must allow its direction.

        `back` and `forward` in the record are the targets of the two commands. Each change of \
        them is the event `historyChanged`, so a client can draw its buttons from the record. If \
        `backBehavior` is changed, the history begins with the selected member. `historyMembers` \
        limits the length of the history.

            {"jsonrpc": "2.0", "id": 10, "method": "pager.back", "params": {"user": true}}

        ## Automatic page turns

        A pager with `autoAdvance` shows the next page when no page turn has run for this number \
        of seconds on the daemon's clock. A page with a `dwellTime` above 0 is shown for that many \
        seconds instead. With `dwellTimeIncludesTransition`, the seconds of a `dwellTime` include \
        the animated page turn that has shown the page. Without `autoAdvance`, `dwellTime` has no \
        effect. A changed `dwellTime` applies when the next page has settled. With `reverse` the \
        pager shows the previous page. At the last page (with `reverse`, the first one), the pager \
        stops; with `wrap` or `rewind` it continues at the other end. `wrap` animates in the same \
        direction, `rewind` in the opposite one. `rewind` has no effect on commands.

            {"jsonrpc": "2.0", "id": 11, "method": "controller.create",
             "params": {"id": "wall", "kind": "pager", "autoAdvance": 10, "rewind": true,
                        "autoAdvanceOnInteraction": "pause", "resumeAfter": 60}}

        A page turn by the user is a command with `"user": true`, a `pager.swipe` or an \
        interactive transition. A bounce at an end and a cancelled interactive transition count, \
        too. A command that `swipeEnabled` ignores does not count. `autoAdvanceOnInteraction` \
        determines what the daemon does after such a page turn:

        | `autoAdvanceOnInteraction` | after a page turn by the user |
        | --- | --- |
        | `continue` | the pager advances when no page turn has run for `autoAdvance` seconds |
        | `pause` | the pager does not advance until no page turn has run for `resumeAfter` \
        seconds; then the time of the page begins again |
        | `stop` | the pager does not advance until `pager.resume` |

        While a page turn by the user pauses `autoAdvance`, the record's `autoAdvanceHeld` is \
        true. Each change of this member is an event `controller.updated`. `pager.resume` ends \
        this pause. It also ends if `autoAdvance` becomes null or `autoAdvanceOnInteraction` \
        becomes `continue`. `paused` is independent: only `pager.pause` sets it.

        ## Subscribing

        An event comes in two frames: the topic `CATEGORY.SUBJECT.EVENT`, and a JSON object.

            lifecycle.home.viewWillAppear
            {"seq": 1042, "prev": [1040, 1031], "revision": 311, "time": 12.031,
             "category": "lifecycle", "subject": "home", "event": "viewWillAppear", ...}

        `seq` numbers all events without gaps. `prev` has two numbers: the `seq` of the previous \
        event of the same category, and of the previous one of the same category and subject; 0 if \
        there is none. So a client that subscribes to everything, to `CATEGORY.` or to \
        `CATEGORY.SUBJECT.` can detect with each event whether it missed an earlier one.

        Two kinds of messages are not numbered and have no `prev`:

        - The welcome, the reply to each subscription. Its first frame is the prefix as it was \
        sent, its second `{"event": "welcome", "prefix", "boot", "bootSeq", "history", "seq"}`. \
        No event of a subscription comes before the welcome. There is no welcome for a prefix of \
        more than 160 bytes, for one with other characters than `A-Z a-z 0-9 _ . -`, and for a \
        subscription beyond a [limit](#limits). So subscribe to whole categories instead of \
        thousands of subjects.
        - `server.NAME.heartbeat`, each second of real time, and `server.NAME.shutdown`. Both \
        have `boot`, `bootSeq`, `history`, `seq`, and in `latest` the last `seq` of each \
        category. A heartbeat also has `time`, the seconds of the daemon's clock.

        To keep an exact copy of the state:

        1. Subscribe, and wait for the welcome. If there is none within a second, unsubscribe \
        and subscribe again.
        2. Request `state.snapshot`, and its further pages with `next`. If a page is refused \
        with `staleRevision`, begin the snapshot again.
        3. Discard the events whose `seq` is not greater than that of the snapshot, and apply \
        the others in order.
        4. If `prev`, or `latest` of a heartbeat, shows a gap, request `events.replay` from the \
        last `seq` that you have. If the result has `"complete": false`, or `history` has \
        changed, begin again at 2.
        5. If `boot` has changed, request `events.replay` from the last `seq` that you have, \
        with the `boot` that it came with. If the result has `"complete": false`, begin again at \
        2. `"reason": "forked"` means that the daemon continues a journal that was restored from \
        a copy, or whose end was lost in a power failure.
        """
}
