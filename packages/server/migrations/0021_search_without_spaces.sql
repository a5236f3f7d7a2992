-- Pages below hidden ones are left out, and scripts without spaces are indexed by pairs of characters:
-- no index is of the snapshot that it was, and all are made anew in the background.
update search_states set root = '';
