-- Versions, paths, hosts and addresses were indexed as one word: all spaces are indexed again.
update search_states set root = '';
