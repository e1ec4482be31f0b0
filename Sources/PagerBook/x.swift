import PagerModel
