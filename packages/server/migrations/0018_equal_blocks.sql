-- Which of several equal blocks a comment stands on is told by what is around it.

alter table comments
  -- The blocks after its own, nearest first.
  add column blocks_after text[] collate "C" not null default '{}',
  -- How many blocks of the page said the same as its own, itself included.
  add column blocks_alike integer not null default 1;
