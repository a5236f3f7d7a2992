-- What computed pages of spaces were made from the last time: asked again when that is different, or is due.
create table computed_pages (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  -- In small letters; null for what is built in.
  integration text collate "C",
  -- Names all that the answer depended on; null where nobody could be asked.
  key text collate "C",
  -- `space:id` and `openapi:slug`: what it is made anew with.
  depends_on text[] collate "C" not null,
  -- Why there are no pages, or none that are new.
  failure text,
  asked_at timestamptz not null,
  due_at timestamptz,
  primary key (organization_id, space_id, page_id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index computed_pages_integration on computed_pages (integration, organization_id) where integration is not null;
create index computed_pages_due on computed_pages (due_at) where due_at is not null;
