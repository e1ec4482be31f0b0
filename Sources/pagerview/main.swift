internal import PagerViewer

runPagerview()
