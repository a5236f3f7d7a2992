-- What readers find: the pages of each space's current revision, without hidden ones and those not to be indexed.
create extension if not exists pg_trgm;

create table search_pages (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  title text not null,
  words tsvector not null,
  primary key (organization_id, space_id, page_id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index search_pages_words on search_pages using gin (words);
create index search_pages_title on search_pages using gin (title gin_trgm_ops);

create table search_sections (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  number integer not null,
  anchor text,
  title text not null,
  body text not null,
  words tsvector not null,
  primary key (organization_id, space_id, page_id, number),
  foreign key (organization_id, space_id, page_id) references search_pages on delete cascade on update cascade
);

-- Which snapshot of a space the index is of; another one than the space's means that it is still being made.
create table search_states (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  root text collate "C" not null,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
