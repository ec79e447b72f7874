-- The store asks each minute while a page may be paid. The times of pages that may be paid now were set by an older release.
update payments set ask_again_at = now() where ask_again_at > now() and created_at > now() - interval '1 hour';
