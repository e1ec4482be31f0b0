/// The sections of docs/reference/PROTOCOL.md about options of pagers and similar containers.
enum ReferencePagers {
    static let text = """
        ## Pages side by side

        With `pagesPerView` above 1, all visible pages are children of the pager and have appeared; \
        `index` and `selected` name one.

        - `alignment: "start"` puts this one first, but leaves no space after the last page: of 10 pages, \
        three visible, index 7, 8 and 9 all show 7, 8 and 9. `"center"` puts it in the middle, with \
        space beside the first and the last page; `"centerTrimmed"` leaves no space there. `"end"` \
        puts it last, and leaves no space before the first page.
        - `pager.next`, `pager.previous`, `pager.swipe` and `autoAdvance` move by `step` from the \
        first visible page (with `center`, the selected one; with `end`, the last visible one), near an end by less, and bounce if no \
        page would move.
        - If `pager.select` leaves the same pages in place, its events come at once, without a \
        transition.
        - `peek` shows points of one more page at either end, which has appeared, too, or more of a \
        page that is cut there.
        - With `wrap`, each page is visible only once: use at least one page more than places, or a \
        page that leaves crosses the others.
        - A page is (L - 2 * M - (`pagesPerView` - 1) * `spacing`) / `pagesPerView` long: L is the \
        pager's length along `direction` within its `inset`, M is `peek` + `spacing`, or 0 without \
        `peek`. The first place begins at M.
        - All pages move together, with the style `none` and their final frames in \
        `transition.animatesAlongside`. Another style, of the command or the pager, applies to pages \
        that come or go: those whose view was just added use `tracks.to`, others that are not \
        listed there `tracks.from`.
        - Changed sizes, pages and options take effect after a running page turn.

        ## Ends, loops and missing pages

        - `rewind: "always"` turns beyond the last page to the first one, and back, also by commands \
        and swipes, in the opposite direction. It excludes `wrap` and a data source.
        - With `wrap` and `shortestWay`, `pager.select`, `back` and `forward` turn in the direction \
        in which fewer pages are passed, and forward for half of the loop.
        - If `pager.setPages` omits the shown page, `keepIndex` selects the page in its place. It \
        excludes `index` and `selected`.
        - With `animated: true`, `pager.remove` of the shown page turns to the next one, and \
        `pager.insert` and `pager.remove` move visible pages to their new places: a transition from \
        and to the selected page, without `willSelect` and `didSettle`. If nothing visible moves, \
        there is no transition.
        - With `bottomToTop`, later pages of a vertical pager are above.
        - `transformer` is how viewers draw pages at rest. It does not change frames.

        ## What the user may not do

        A command with `"user": true`, a swipe and a dismissal by the user are refused with `vetoed` \
        if the page that would be left has `canLeave: false`, or the page or tab that would be \
        selected has `disabled: true`. The message has the `leaveReason`. `pager.remove` and \
        `tabBar.remove` are refused for a `pinned` member, and for a shown one that may not be left; \
        otherwise plugins are asked `shouldRemove`. Programs are not refused. Only the option of the \
        page itself counts, not that of controllers inside it.

        ## Options by window size

        `breakpoints` replace options of the controller's kind while its window has a certain size: \
        all whose `when` holds, in order, and later ones win. The engine applies them when the \
        window's size changes, when the controller enters a window and when options are updated, \
        before the layout. Outside of windows, the options stay as they were. The record has the \
        options in effect, and the replaced values in `baseOptions`; `controller.update` of a \
        replaced option changes the value there. If breakpoints that apply together are invalid, \
        the options stay, and `diagnostic.misuse` says why.

        ## Sizes of presentations and columns

        - `usesPreferredContentSize` gives a form sheet or popover its `preferredContentSize`, at most \
        the window's, in a window at least 600 points wide; else it fills the window, or is a sheet \
        with detents. `adaptivePresentationStyle` counts when the presentation begins.
        - `split.swipe` moves columns only over the secondary one: from `secondaryOnly` to \
        `oneOverSecondary`, with three columns on to `twoOverSecondary`, and back.
        - With `drawer`, a split less than 600 points wide keeps its columns as children. A display \
        mode that puts columns beside the secondary one counts as `secondaryOnly` there. Without an \
        own width, a drawer takes 80 % of the split, and each of two columns 45 %, at most 320 points.

        ## Pages on demand

        A pager with a `dataSource` contains the visible pages and at most `keep` on each side. It \
        requests others with an event:

            pager.book.pageNeeded {"request": 4, "side": "after", "beside": "p7", ...}

        Any client or plugin answers with `pager.supply`.

        - Set the first page with `pager.setPages`. While fewer than `readAhead` pages follow the \
        visible ones on a side, the pager requests one at a time there; after `"page": null` no \
        more, until its first or last page changes.
        - A page turn to a missing page waits (`transition.queued`) until another one drops it; an \
        interactive one bounces.
        - The next page turn repeats a request that timed out; a late answer is refused with \
        `requestNotFound`.
        - Between transitions, pages beyond `keep` leave the list. Destroy or reuse those that \
        `pagesReleased` names.
        - Name the same neighbours each time. If one differs from a released page, \
        `diagnostic.misuse` names all three.

        `wrap` and a data source exclude each other. For a command of the user, plugins that decide \
        `pageAfter` or `pageBefore` are asked first. In a `page` controller, the first pages come \
        from `page.set`, which discards supplied ones; a turn with the spine in the middle or \
        `doubleSided` waits for two.

        ## Back and forward

        `pager.back` and `tabBar.back` select what `backBehavior` says; the first member stands in \
        for a removed `initial` one. `forward` undoes the last back until another member is \
        selected. Without a target, `transition` is null. With `"user": true` they are selections: \
        plugins decide, and in a pager `swipeEnabled` must allow the direction. The record's `back` \
        and `forward` are the targets; `historyChanged` reports changes. A new `backBehavior` \
        begins a new history.

        ## Automatic page turns

        With `autoAdvance`, a pager shows the next page when none has turned for that many seconds, \
        or for a `dwellTime` above 0 of the page; a new `dwellTime` applies from the next page on. A \
        change of the list, or of options that do not concern this, leaves the time as it is while \
        the page stays. \
        At the last page (with `reverse`, the first) it stops, unless `wrap` continues in the same \
        direction or `rewind` in the opposite one. While a time is running, the reply to \
        `controller.get` has the seconds that are left, `autoAdvanceIn`; events and other records \
        do not. `pager.resume` with `rest` continues with what was left at `pager.pause`, if the \
        same page is selected.

        After a page turn by the user, `pause` waits until none has run for `resumeAfter` seconds, \
        then begins the page's time again; `stop` waits for `pager.resume`. Meanwhile \
        `autoAdvanceHeld` is true, until `pager.resume`, `autoAdvance: null` or `continue`; \
        `paused` is set only by `pager.pause`. Turns by the user are commands with `"user": true`, \
        `pager.swipe` and interactive transitions, even if they bounce or are cancelled, but not if \
        `swipeEnabled` ignores them. `pager.interact` reports other input, such as words that the \
        user types into the page: it has the same effect, and with `continue` begins the page's \
        time again.
        """
}
