-- Fonts that were uploaded for the sites of an organization. A face names a weight and the hash of a file.
create table fonts (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  family text not null,
  faces jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);

-- The files of fonts, also of former ones: sites may still show them. Their public URLs name the hash.
create table font_files (
  organization_id text collate "C" not null references organizations on delete cascade,
  hash text collate "C" not null,
  format text not null,
  created_at timestamptz not null,
  primary key (organization_id, hash)
);
