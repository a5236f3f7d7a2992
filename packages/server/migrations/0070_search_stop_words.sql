-- Stop words were not indexed: all spaces are indexed again.
update search_states set root = '';
