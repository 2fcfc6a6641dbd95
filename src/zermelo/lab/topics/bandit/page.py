"""The Bandit page: which arm to pull next, by UCB1 and other rules, and the regret of it."""

from __future__ import annotations

from zermelo.lab.page import Page, Post
from zermelo.lab.topics.bandit.messages import BanditAsk, BanditReply

PAGE = Page("bandit", "Bandit", posts={"pull": Post(BanditAsk, BanditReply, searches=True)})
