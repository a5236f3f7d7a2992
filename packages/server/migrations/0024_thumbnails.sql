-- Smaller versions of pictures: blobs of their own that go a day after somebody last asked for them, or with the picture.
create table thumbnails (
  organization_id text collate "C" not null,
  source text collate "C" not null,
  width integer not null,
  hash text collate "C" not null,
  primary key (organization_id, source, width),
  foreign key (organization_id, source) references blobs on delete cascade,
  foreign key (organization_id, hash) references blobs on delete cascade
);
create index thumbnails_by_hash on thumbnails (organization_id, hash);
