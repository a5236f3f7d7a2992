-- PDFs that somebody asked for, by what they are made of: two who ask for the same get one. The bytes are a blob, which
-- goes like all that no revision refers to, a day after somebody last asked; the row goes soon after.
create table pdfs (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  -- The hash of the wish.
  name text collate "C" not null,
  wish jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  hash text collate "C",
  message text,
  asked_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (organization_id, space_id, name),
  foreign key (organization_id, space_id) references spaces on delete cascade on update cascade
);

create index pdfs_waiting on pdfs (organization_id) where state = 'waiting';
create index pdfs_asked on pdfs (asked_at);
