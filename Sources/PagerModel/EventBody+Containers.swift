extension EventBody {
    func visitPager<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .pagerWillSelect(let from, let to, let index):
            v.event(category, "willSelect", "Another page is about to be shown.")
            v.reference("from", from, "the shown page")
            v.reference("to", to, "the page to come")
            v.count("index", index, "its index")
        case .pagerDidSelect(let page, let index, let previousIndex):
            v.event(category, "didSelect", "The decision for a page; it may still be moving.")
            v.reference("page", page, "the selected page")
            v.count("index", index, "its index")
            v.count("previousIndex", previousIndex, "the index before, null where there was none")
        case .pagerDidSettle(let page, let index):
            v.event(category, "didSettle", "The pager is at rest.")
            v.reference("page", page, "the shown page")
            v.count("index", index, "its index")
        case .pagerDidCancel(let index):
            v.event(category, "didCancel", "A swipe was taken back.")
            v.count("index", index, "the index that stays")
        case .pagerPagesChanged(let pages, let index):
            v.event(category, "pagesChanged", "The list of pages or the index in it changed.")
            v.list("pages", pages, "all pages")
            v.count("index", index, "of the selected page, null where there is none")
        case .pagerBounced(let edge):
            v.event(category, "bounced", "There is no page further that way; nothing moved.")
            v.field("edge", edge, "which end")
        default: preconditionFailure("not an event of the pager")
        }
    }

    func visitContainers<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .tabBarDidSelect(let controller, let index):
            v.event(category, "didSelect", "The delegate hears of a tap [7.5].")
            v.reference("controller", controller, "the tapped tab")
            v.count("index", index, "its index")
        case .tabBarSelectionChanged(let controller, let index):
            v.event(category, "selectionChanged", "Another tab is selected.")
            v.reference("controller", controller, "the selected tab, null where there is none")
            v.count("index", index, "its index")
        case .tabBarControllersChanged(let controllers):
            v.event(category, "controllersChanged", "The list of tabs changed.")
            v.list("controllers", controllers, "all tabs")
        case .navigationWillShow(let controller, let animated):
            v.event(category, "willShow", "The delegate is told who will be on top [6.6].")
            v.reference("controller", controller, "who")
            v.flag("animated", animated, "whether it moves there")
        case .navigationDidShow(let controller, let animated):
            v.event(category, "didShow", "The delegate is told who is on top [6.6].")
            v.reference("controller", controller, "who")
            v.flag("animated", animated, "whether it moved there")
        case .navigationStackChanged(let controllers):
            v.event(category, "stackChanged", "The stack changed.")
            v.list("controllers", controllers, "from the root to the top")
        case .pageWillTransition(let to):
            v.event(category, "willTransition", "The delegate is told of a gesture [9.4].")
            v.list("to", to, "the pages to come")
        case .pageDidFinishAnimating(let finished, let previous, let completed):
            v.event(
                category, "didFinishAnimating", "The delegate is told how a gesture ended [9.4].")
            v.flag("finished", finished, "whether the animation ran to its end")
            v.list("previous", previous, "the pages shown before")
            v.flag("completed", completed, "whether the page was turned")
        case .pagePagesChanged(let controllers):
            v.event(category, "pagesChanged", "Other pages are shown.")
            v.list("controllers", controllers, "one, or two with the spine in the middle")
        case .splitCollapseSecondary(let secondary):
            v.event(category, "collapseSecondary", "The secondary column goes onto the primary.")
            v.reference("secondary", secondary, "the secondary column")
        case .splitSeparateSecondary(let secondary):
            v.event(category, "separateSecondary", "The secondary column comes off the primary.")
            v.reference("secondary", secondary, "the secondary column")
        case .splitDisplayModeChanged(let mode):
            v.event(category, "displayModeChanged", "The display mode changed.")
            v.field("mode", mode, "the new one")
        case .splitColumnsChanged(let primary, let secondary, let collapsed):
            v.event(category, "columnsChanged", "The columns changed.")
            v.reference("primary", primary, "the primary column")
            v.reference("secondary", secondary, "the secondary column")
            v.flag("collapsed", collapsed, "whether only one column is shown")
        default: preconditionFailure("not an event of a container")
        }
    }

    func visitRecords<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .windowCreated(let size):
            v.event(category, "created", "A window was made, visible at once.")
            v.field("size", size, "its size")
        case .windowDestroyed: v.event(category, "destroyed", "A window is gone.")
        case .windowRootChanged(let controller):
            v.event(category, "rootChanged", "The window has another root controller.")
            v.reference("controller", controller, "the new one, null for none")
        case .windowResized(let size):
            v.event(category, "resized", "The window has another size.")
            v.field("size", size, "the new one")
        case .controllerCreated(let record):
            v.event(category, "created", "A controller was made.")
            v.creation(
                record, "kind, frame, title, content, all options, and what the kind adds")
        case .controllerUpdated(let changes):
            v.event(
                category, "updated",
                "Options of a controller, or other members of its record, changed.")
            v.value("changes", changes, "the changed members and their new values")
        case .controllerContentChanged(let content):
            v.event(category, "contentChanged", "A controller has other content.")
            v.value("content", content, "the new content")
        case .controllerDestroyed: v.event(category, "destroyed", "A controller is gone.")
        case .controllerCustom(let name, let values):
            v.event(category, "custom", "Something that a kind added by a plugin tells.")
            v.text("name", name, "the kind's name for it")
            v.value("values", values, "an object, as the kind describes it")
        case .unbalanced(let message):
            v.event(category, "unbalanced", "UIKit's log line about unbalanced calls [4.14].")
            v.text("message", message, "UIKit's text")
        case .misuse(let message):
            v.event(category, "misuse", "A call that UIKit warns of, or a reaction that failed.")
            v.text("message", message, "the text")
        case .warning(let message):
            v.event(category, "warning", "UIKit's log line for a call it ignores.")
            v.text("message", message, "UIKit's text")
        default: preconditionFailure("not an event of records")
        }
    }
}
