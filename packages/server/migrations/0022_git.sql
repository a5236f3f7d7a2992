-- Spaces that are kept in step with a repository elsewhere.

-- The commit that a revision came from or became.
alter table revisions add column git jsonb;

-- What is known of the repository, as it is shown with the space.
alter table spaces add column git_sync jsonb;

-- Where a space and a branch were last the same: what changed since then, on either side, is what syncing brings over.
create table git_syncs (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  ref text not null,
  commit_oid text not null,
  revision_id text collate "C" not null,
  layout jsonb not null,
  redirects text[] not null,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);

-- Imports and exports: those that wait or run, and the last ones that are done.
create table git_operations (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  direction text not null,
  state text not null,
  stage text not null,
  dispatched_tasks integer not null,
  completed_tasks integer not null,
  error text,
  problems jsonb not null default '[]',
  -- What was asked for, encrypted: addresses may carry passwords. Gone when the operation is done.
  request text,
  requested_by text collate "C" not null,
  happened_at timestamptz not null,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- How often a process has begun with it: whoever began last may write.
  attempt integer not null,
  primary key (organization_id, id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index git_operations_space on git_operations (organization_id, space_id, happened_at, id);
create index git_operations_running on git_operations (updated_at) where state = 'running';
