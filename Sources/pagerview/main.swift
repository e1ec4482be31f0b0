internal import PagerViewer

await runPagerview()
