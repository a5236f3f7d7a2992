-- Logos that were uploaded for an organization. Their public URLs name the hash.
create table organization_logos (
  organization_id text collate "C" not null references organizations on delete cascade,
  hash text collate "C" not null,
  content_type text not null,
  created_at timestamptz not null,
  primary key (organization_id, hash)
);
