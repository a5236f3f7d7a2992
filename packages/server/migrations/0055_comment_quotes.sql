-- The words of a block that a comment is about, and how many equal words come before them in the block.
alter table comments
  add column quote_text text,
  add column quote_occurrence integer not null default 0;
