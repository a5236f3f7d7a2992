-- Sites behind their owners' proxies are asked for by their ids alone.
create index sites_proxied on sites (id) where proxy_origin is not null;

-- What readers say of pages: in the form below them, or through an agent that reads for them.
create table site_feedback (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  site_id text collate "C" not null,
  source text not null check (source in ('page', 'mcp')),
  site_space_id text collate "C",
  space_id text collate "C",
  page_id text collate "C",
  rating text check (rating in ('bad', 'ok', 'good')),
  comment text,
  page_url text,
  goal text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade
);
create index site_feedback_by_site on site_feedback (organization_id, site_id, id);
