-- When content was last written, or found to be there by somebody who needed it: what nobody refers to is removed only
-- a while after that. The bytes of files lie elsewhere; a row is there before they are, and goes with them.
alter table snapshot_nodes add column touched_at timestamptz not null default now();
alter table bodies add column touched_at timestamptz not null default now();

create table blobs (
  organization_id text collate "C" not null references organizations,
  hash text collate "C" not null,
  touched_at timestamptz not null,
  primary key (organization_id, hash)
);
