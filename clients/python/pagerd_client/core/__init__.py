"""The logic of Pager and AsyncPager, without sockets, clocks and threads."""
