-- How sites look, where their old addresses lead, and whom they let in.
create table site_customizations (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  settings jsonb not null,
  primary key (organization_id, site_id),
  foreign key (organization_id, site_id) references sites on delete cascade
);

-- Only what a site-space has in its own way.
create table site_space_customizations (
  organization_id text collate "C" not null,
  site_space_id text collate "C" not null,
  site_id text collate "C" not null,
  override jsonb not null,
  primary key (organization_id, site_space_id),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, site_space_id) references site_spaces on delete cascade
);
create index site_space_customizations_site on site_space_customizations (organization_id, site_id);

-- A redirect goes with what it leads to; of pages it is not known here whether they are still there.
create table site_redirects (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  site_id text collate "C" not null,
  source text collate "C" not null,
  site_section_id text collate "C",
  site_space_id text collate "C",
  page_id text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, site_section_id) references site_sections on delete cascade,
  foreign key (organization_id, site_space_id) references site_spaces on delete cascade,
  check ((site_section_id is null) <> (site_space_id is null)),
  check (page_id is null or site_space_id is not null)
);
create unique index site_redirects_source on site_redirects (organization_id, site_id, lower(source));
create index site_redirects_of on site_redirects (organization_id, site_id, id);
create index site_redirects_section on site_redirects (organization_id, site_section_id);
create index site_redirects_site_space on site_redirects (organization_id, site_space_id);

create table site_adaptive_schemas (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  -- As text: the order of its properties is the owner's.
  schema text not null,
  updated_at timestamptz not null,
  primary key (organization_id, site_id),
  foreign key (organization_id, site_id) references sites on delete cascade
);

create table site_share_links (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  site_id text collate "C" not null,
  name text not null,
  active boolean not null,
  key text collate "C" not null,
  -- Keys are looked up by their hash: how long that takes says nothing about the key.
  key_hash bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade
);
create unique index site_share_links_key on site_share_links (organization_id, site_id, key_hash);
create index site_share_links_of on site_share_links (organization_id, site_id, id);

-- Every site has a key from the start, with which its owner signs who may come in.
alter table sites
  add column visitor_key text collate "C" not null
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  add column visitor_backend text not null default 'custom',
  add column visitor_fallback_url text;
