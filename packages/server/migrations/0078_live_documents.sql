-- Pages that several people edit together: the shared text, until it is a revision and nobody has it open.
create table live_documents (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  -- Empty for a page of the space itself.
  change_request_id text collate "C" not null default '',
  page_id text collate "C" not null,
  -- The body that the shared text was last made equal to, or merged with; null for an empty one.
  base_body text,
  -- The shared text with all updates up to `snapshot_seq`.
  snapshot bytea not null,
  snapshot_seq bigint not null default 0,
  last_seq bigint not null default 0,
  -- The last update whose text is a revision.
  saved_seq bigint not null default 0,
  -- Until then, a process has it open.
  expires_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, space_id, change_request_id, page_id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index live_documents_abandoned on live_documents (expires_at);

create table live_updates (
  organization_id text collate "C" not null,
  document_id text collate "C" not null,
  seq bigint not null,
  -- Null for changes that were merged in.
  user_id text collate "C",
  content bytea not null,
  primary key (organization_id, document_id, seq),
  foreign key (organization_id, document_id) references live_documents on delete cascade on update cascade
);

-- Whoever moves a head, each process that has one of its pages open is told.
create function tell_live_documents() returns trigger language plpgsql as $$
begin
  if exists (select 1 from live_documents where organization_id = new.organization_id and space_id =
    case tg_table_name when 'spaces' then new.id else to_jsonb(new) ->> 'space_id' end)
  then
    perform pg_notify('lectern', 'live-head ' || case tg_table_name when 'spaces' then new.id || '/'
      else (to_jsonb(new) ->> 'space_id') || '/' || new.id end);
  end if;
  return null;
end
$$;
create trigger spaces_tell_live_documents after update of revision_id on spaces
  for each row when (old.revision_id is distinct from new.revision_id) execute function tell_live_documents();
create trigger change_requests_tell_live_documents after update of revision_id, status on change_requests
  for each row when (old.revision_id is distinct from new.revision_id or old.status is distinct from new.status)
  execute function tell_live_documents();
