-- OpenAPI specifications: where each comes from, how far its processing is, and the versions that were made of it.
create table openapi_specs (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  -- In small letters.
  slug text collate "C" not null,
  -- One of both: an address that is read again and again, or a text that somebody sent.
  source_url text,
  source_text text,
  visibility text collate "C" not null default 'private' check (visibility in ('private', 'public')),
  state text collate "C" not null default 'pending' check (state in ('pending', 'progress', 'complete')),
  -- Counts who asked for processing: what was begun for an earlier one is of no use any more.
  round integer not null default 1,
  attempts integer not null default 0,
  -- When somebody must look again: to read the address anew, or because whoever processed it is gone.
  due_at timestamptz,
  version_id text collate "C",
  -- What the address said of the document that the version was made of.
  etag text,
  modified text,
  error_code text collate "C" check (error_code in ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
  errors jsonb not null default '[]',
  processed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, slug),
  check ((source_url is null) <> (source_text is null))
);
create index openapi_specs_due on openapi_specs (due_at) where due_at is not null;

-- Versions are made and removed, never changed.
create table openapi_versions (
  organization_id text collate "C" not null,
  spec_id text collate "C" not null,
  id text collate "C" not null,
  -- Where the document came from; null for one that was sent.
  source_url text,
  -- Names the content.
  hash text collate "C" not null,
  -- One document of OpenAPI 3 as JSON text, with all files that it is made of in it.
  content text not null,
  created_at timestamptz not null,
  primary key (organization_id, spec_id, id),
  foreign key (organization_id, spec_id) references openapi_specs on delete cascade on update cascade
);

-- References to specifications stand among those between spaces; they lead into no space.
create index space_references_specs on space_references (organization_id, space_id, target) where to_space_id = '';
