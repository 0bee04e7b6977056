from tests.databases import empty_url, postgres, postgres_blank, store, url

__all__ = ["empty_url", "postgres", "postgres_blank", "store", "url"]
