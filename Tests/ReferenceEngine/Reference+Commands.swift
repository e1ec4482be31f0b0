import PagerModel

extension Reference {
    /// Maps commands to rules.
    func run(_ method: String, _ members: [Value.Member]) throws(CommandError) {
        switch method {
        case "window.create": try create(WindowCreate(reading: members))
        case "window.destroy": try destroy(WindowDestroy(reading: members))
        case "window.setRoot": try setRoot(WindowSetRoot(reading: members))
        case "window.resize": try resize(WindowResize(reading: members))
        case "window.setSafeAreaInsets": try cover(WindowSetSafeAreaInsets(reading: members))
        case "controller.create": try create(ControllerCreate(reading: members))
        case "controller.update": try update(ControllerUpdate(reading: members))
        case "controller.destroy": try destroy(ControllerDestroy(reading: members))
        case "controller.addChild": try addChild(ControllerAddChild(reading: members))
        case "controller.removeFromParent":
            try removeFromParent(ControllerRemoveFromParent(reading: members))
        case "controller.willMove": try willMove(ControllerWillMove(reading: members))
        case "controller.didMove": try didMove(ControllerDidMove(reading: members))
        case "controller.beginAppearanceTransition":
            try begin(ControllerBeginAppearanceTransition(reading: members))
        case "controller.endAppearanceTransition":
            try end(ControllerEndAppearanceTransition(reading: members))
        case "controller.loadViewIfNeeded":
            load(try controller(ControllerLoadViewIfNeeded(reading: members).id))
        case "controller.transition": try transition(ControllerTransition(reading: members))
        case "view.create": try createView(ViewCreate(reading: members))
        case "view.destroy": try destroyView(ViewDestroy(reading: members))
        case "view.addSubview": try addSubview(ViewAddSubview(reading: members))
        case "view.removeFromSuperview":
            try removeFromSuperview(ViewRemoveFromSuperview(reading: members))
        case "view.set": try set(ViewSet(reading: members))
        case "transition.define": try define(TransitionDefine(reading: members))
        case "transition.update": try update(TransitionUpdate(reading: members))
        case "transition.animateAlongside":
            try animate(TransitionAnimateAlongside(reading: members))
        case "transition.finish": try finish(TransitionFinish(reading: members))
        case "transition.cancel": try cancel(TransitionCancel(reading: members))
        default: try runContainer(method, members)
        }
    }

    private func runContainer(_ method: String, _ members: [Value.Member]) throws(CommandError) {
        switch method {
        case "pager.setPages": try setPages(PagerSetPages(reading: members))
        case "pager.swipe": try swipe(PagerSwipe(reading: members))
        case "pager.select": try select(PagerSelect(reading: members))
        case "pager.next":
            let command = try PagerNext(reading: members)
            try step(command.id, by: 1, user: command.user, command.motion)
        case "pager.previous":
            let command = try PagerPrevious(reading: members)
            try step(command.id, by: -1, user: command.user, command.motion)
        case "pager.back":
            let command = try PagerBack(reading: members)
            try pagerTravel(command.id, .back, user: command.user, command.motion)
        case "pager.forward":
            let command = try PagerForward(reading: members)
            try pagerTravel(command.id, .forward, user: command.user, command.motion)
        case "tabBar.back":
            let command = try TabBarBack(reading: members)
            try tabBarTravel(command.id, .back, user: command.user, command.motion)
        case "tabBar.forward":
            let command = try TabBarForward(reading: members)
            try tabBarTravel(command.id, .forward, user: command.user, command.motion)
        case "pager.insert": try insert(PagerInsert(reading: members))
        case "pager.remove": try remove(PagerRemove(reading: members))
        case "pager.move": try move(PagerMove(reading: members))
        case "pager.supply":
            let command = try PagerSupply(reading: members)
            try supply("pager", command.id, command.answer)
        case "pager.pause": try pause(PagerPause(reading: members).id, true)
        case "pager.interact": try interact(PagerInteract(reading: members).id)
        case "pager.resume":
            let command = try PagerResume(reading: members)
            try pause(command.id, false, keepsTime: command.rest)
        case "tabBar.setControllers": try setControllers(TabBarSetControllers(reading: members))
        case "tabBar.next":
            let command = try TabBarNext(reading: members)
            try tabBarStep(command.id, by: 1, user: command.user, command.motion)
        case "tabBar.previous":
            let command = try TabBarPrevious(reading: members)
            try tabBarStep(command.id, by: -1, user: command.user, command.motion)
        case "tabBar.remove": try remove(TabBarRemove(reading: members))
        case "tabBar.select": try select(TabBarSelect(reading: members))
        case "navigation.setStack": try setStack(NavigationSetStack(reading: members))
        case "navigation.push": try push(NavigationPush(reading: members))
        case "navigation.pop": try pop(NavigationPop(reading: members))
        case "navigation.popTo": try popTo(NavigationPopTo(reading: members))
        case "navigation.popToRoot": try popToRoot(NavigationPopToRoot(reading: members))
        case "navigation.setBarHidden":
            try setBarHidden(NavigationSetBarHidden(reading: members))
        case "page.set": try setPage(PageSet(reading: members))
        case "page.next":
            let command = try PageNext(reading: members)
            try turnPage(command.id, forward: true, user: command.user, command.motion)
        case "page.previous":
            let command = try PagePrevious(reading: members)
            try turnPage(command.id, forward: false, user: command.user, command.motion)
        case "page.swipe": try swipePage(PageSwipe(reading: members))
        case "page.supply":
            let command = try PageSupply(reading: members)
            try supply("page", command.id, command.answer)
        case "split.setColumns": try setColumns(SplitSetColumns(reading: members))
        case "split.showDetail": try showDetail(SplitShowDetail(reading: members))
        case "split.setDisplayMode":
            try setDisplayMode(SplitSetDisplayMode(reading: members))
        case "split.swipe": try swipeColumns(SplitSwipe(reading: members))
        case "split.show":
            let command = try SplitShow(reading: members)
            try setColumn(command.column, command.id, isShown: true)
        case "split.hide":
            let command = try SplitHide(reading: members)
            try setColumn(command.column, command.id, isShown: false)
        case "modal.present": try present(ModalPresent(reading: members))
        case "modal.dismiss": try dismiss(ModalDismiss(reading: members))
        case "modal.selectDetent": try selectDetent(ModalSelectDetent(reading: members))
        case "modal.swipeSheet": try swipeSheet(ModalSwipeSheet(reading: members))
        default: throw CommandError(.methodNotFound, method)
        }
    }
}
