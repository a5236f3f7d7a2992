-- The beginning of the text of a commented block: by its words, it is found again after it and its neighbors were edited.
alter table comments add column block_text text collate "C" not null default '';
