-- The repository that a space is connected to, with its credentials and webhook.
create table git_connections (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  url text not null,
  branch text not null,
  directory text not null,
  provider text not null,
  authentication text not null,
  username text not null,
  -- The token or the private key, encrypted.
  secret text,
  public_key text,
  -- The keys of the SSH server since the first connection, in the format of known_hosts.
  host_keys text not null,
  automatic_export boolean not null,
  -- The last revision that an automatic export was queued for: a failed one is not repeated.
  exported_revision_id text collate "C",
  -- Signs the requests of the git host, encrypted.
  webhook_secret text,
  webhook_received_at timestamptz,
  -- Operations that nobody starts run with this user's permissions.
  connected_by text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index git_connections_automatic on git_connections (organization_id, space_id) where automatic_export;

-- The cause of an operation, and its result: commit, revision, changed files, conflicts.
alter table git_operations add column cause text not null default 'request';
alter table git_operations add column result jsonb not null default '{}';

-- The change request that resolves conflicts, and the state in which both are equal once it is merged.
alter table git_syncs add column resolution jsonb;
