-- Content: immutable, named by hash, and never shared between organizations. Only pointers change: the revision of a
-- space and that of a change request.

-- Chunks of snapshots: what pages, files, reusable contents and variables a revision has.
create table snapshot_nodes (
  organization_id text collate "C" not null references organizations on delete cascade,
  hash text collate "C" not null,
  node text not null,
  primary key (organization_id, hash)
);

-- Bodies of pages and reusable contents, as Markdown.
create table bodies (
  organization_id text collate "C" not null references organizations on delete cascade,
  hash text collate "C" not null,
  markdown text not null,
  primary key (organization_id, hash)
);

-- Documents made from bodies by one version of the program; those of another version are made again.
create table documents (
  organization_id text collate "C" not null,
  body text collate "C" not null,
  version integer not null,
  document text not null,
  primary key (organization_id, body, version),
  foreign key (organization_id, body) references bodies on delete cascade
);

alter table revisions
  -- The snapshot without anything in it.
  add column root text collate "C" not null default '-2aw_G3Mvu9UGzy2dlw-u5Aq2RLIwFGx',
  add column change_request_id text collate "C",
  add column message text;
