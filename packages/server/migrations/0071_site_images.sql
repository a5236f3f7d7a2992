-- Images that were uploaded for the customization of a site. Their public URLs name the hash.
create table site_images (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  hash text collate "C" not null,
  content_type text not null,
  created_at timestamptz not null,
  primary key (site_id, hash),
  foreign key (organization_id, site_id) references sites on delete cascade
);
create index site_images_by_organization on site_images (organization_id, site_id);
