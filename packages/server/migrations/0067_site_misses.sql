-- What readers of a site looked for and did not find: paths without a page, and searches without a result.
create table site_misses (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  kind text not null check (kind in ('path', 'search')),
  text text collate "C" not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (organization_id, site_id, kind, text),
  foreign key (organization_id, site_id) references sites on delete cascade
);
create index site_misses_by_count on site_misses (organization_id, site_id, kind, count desc, text);
