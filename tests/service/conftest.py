from tests.databases import postgres, store, url

__all__ = ["postgres", "store", "url"]
