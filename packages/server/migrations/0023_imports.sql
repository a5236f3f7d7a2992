-- Imports: what people bring along, and what is being made of it.

-- A file that is to be sent, or has been: its bytes are a blob then, which goes by itself unless content refers to it.
create table uploads (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  name text not null,
  size bigint not null,
  blob text collate "C",
  created_by text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index uploads_by_age on uploads (created_at);

create table import_runs (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C",
  page_id text collate "C",
  source jsonb not null,
  status text collate "C" not null,
  -- How far it is: what is being done, and how much of it is.
  stage text,
  done integer not null default 0,
  total integer not null default 0,
  -- Who carries it out says so again and again; whoever has not for a while is gone, and another one begins anew.
  attempts integer not null default 0,
  lease_ends_at timestamptz,
  reason text,
  pages jsonb not null default '[]',
  report jsonb not null default '[]',
  created_by text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, space_id) references spaces on delete cascade on update cascade
);
create index import_runs_of_space on import_runs (organization_id, space_id, id);
create index import_runs_active on import_runs (lease_ends_at) where status in ('pending', 'in-progress');
