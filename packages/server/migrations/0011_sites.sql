-- A site shows spaces to an audience, under the name of its organization or a hostname of its own.
alter table sites
  add column type text not null default 'basic',
  add column visibility text not null default 'public',
  add column published boolean not null default false,
  add column basename text collate "C",
  add column hostname text collate "C",
  add column proxy_origin text collate "C",
  add column adaptive_content boolean not null default false,
  add column agents_context text not null default 'excluded',
  add column default_section_id text collate "C",
  add column default_site_space_id text collate "C";
update sites set basename = lower(id);
alter table sites alter column basename set not null;
create unique index sites_basename on sites (organization_id, basename);
create unique index sites_hostname on sites (hostname);
create unique index sites_proxy_origin on sites (lower(proxy_origin));

-- Groups and sections stand among each other: a position is unique among all that have the same parent.
create table site_section_groups (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  site_id text collate "C" not null,
  parent_id text collate "C",
  position text collate "C" not null,
  title text not null,
  icon text,
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, parent_id) references site_section_groups
);
create index site_section_groups_site on site_section_groups (organization_id, site_id);
create index site_section_groups_parent on site_section_groups (organization_id, parent_id);

create table site_sections (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  site_id text collate "C" not null,
  group_id text collate "C",
  position text collate "C" not null,
  path text collate "C" not null,
  title text not null,
  description text,
  icon text,
  condition text,
  default_site_space_id text collate "C",
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, group_id) references site_section_groups
);
create unique index site_sections_path on site_sections (organization_id, site_id, path);
create index site_sections_group on site_sections (organization_id, group_id);

-- A space as a site shows it: in a section, or right in a site that has none.
create table site_spaces (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  site_id text collate "C" not null,
  section_id text collate "C",
  space_id text collate "C" not null,
  position text collate "C" not null,
  path text collate "C" not null,
  condition text,
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, section_id) references site_sections on delete cascade,
  foreign key (organization_id, space_id) references contents on delete cascade
);
create unique index site_spaces_path on site_spaces (organization_id, site_id, coalesce(section_id, ''), path);
create index site_spaces_section on site_spaces (organization_id, section_id);
create index site_spaces_space on site_spaces (organization_id, space_id);

-- What is default goes on being so until it is gone; then the next in order takes its place, whoever reads.
alter table sites
  add foreign key (organization_id, default_section_id) references site_sections
    on delete set null (default_section_id),
  add foreign key (organization_id, default_site_space_id) references site_spaces
    on delete set null (default_site_space_id);
alter table site_sections
  add foreign key (organization_id, default_site_space_id) references site_spaces
    on delete set null (default_site_space_id);

-- A space that goes into the trash or to another organization leaves every site.
create function leave_sites() returns trigger language plpgsql as $$
begin
  delete from site_spaces where organization_id = old.organization_id and space_id = old.id;
  return new;
end
$$;
create trigger contents_leave_sites before update of deleted_at, organization_id on contents
  for each row when (old.kind = 'space' and (
    old.organization_id <> new.organization_id or (old.deleted_at is null and new.deleted_at is not null)))
  execute function leave_sites();

-- What an organization opens with goes with the site.
alter table organizations
  add foreign key (id, default_site_id) references sites on delete set null (default_site_id);
