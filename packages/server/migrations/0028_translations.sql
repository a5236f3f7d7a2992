-- Translations: copies of spaces in other languages that follow their sources.
create table translations (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  source_id text collate "C" not null,
  source_language text not null,
  space_id text collate "C" not null,
  language text not null,
  instructions jsonb not null,
  -- The same as text, for engines.
  instructions_text text not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed')),
  -- The snapshot of the source that the copy shows, and what was made of it: what differs in the copy is by hand.
  source_root text not null,
  base_root text not null,
  -- The engine, instructions and glossary that it was made with; null while nothing was translated.
  made_with text,
  revision_id text collate "C" not null,
  -- Every wish for a run is counted: one that runs is done when no other came meanwhile.
  wanted integer not null default 0,
  done integer not null default 0,
  wanted_by text collate "C" not null,
  lease_ends_at timestamptz,
  attempt integer not null default 0,
  run_started_at timestamptz,
  runs integer not null default 0,
  total_words integer not null default 0,
  total_pages integer not null default 0,
  total_seconds integer not null default 0,
  latest_words integer not null default 0,
  latest_pages integer not null default 0,
  latest_seconds integer not null default 0,
  -- Why the last run did not come to its end, and what stayed in the language of the source.
  problem text,
  untranslated jsonb not null default '[]',
  change_request_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, source_id, language),
  foreign key (organization_id, source_id) references contents on delete cascade,
  foreign key (organization_id, space_id) references contents on delete cascade
);
create index translations_space on translations (organization_id, space_id);
create index translations_waiting on translations (id) where wanted > done;

-- What goes to another organization is no translation any more, and has none.
create function leave_translations() returns trigger language plpgsql as $$
begin
  delete from translations
  where organization_id = old.organization_id and (source_id = old.id or space_id = old.id);
  return new;
end $$;
create trigger contents_leave_translations before update of organization_id on contents
  for each row when (old.organization_id <> new.organization_id) execute function leave_translations();

-- What engines have said, by what they were asked: nothing is asked twice.
create table translated_segments (
  organization_id text collate "C" not null,
  translation_id text collate "C" not null,
  hash text collate "C" not null,
  text text not null,
  words integer not null,
  -- The run in which it was said.
  run integer not null,
  primary key (organization_id, translation_id, hash),
  foreign key (organization_id, translation_id) references translations on delete cascade
);

create table glossary_entries (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  -- Terms by language.
  translations jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
