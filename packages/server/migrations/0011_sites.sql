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
  foreign key (organization_id, parent_id) references site_section_groups on delete set null (parent_id)
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
  foreign key (organization_id, group_id) references site_section_groups on delete set null (group_id)
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
  -- Its place in the addresses of the site: what stands between the root and the paths of pages.
  address text[] not null default '{}',
  condition text,
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, section_id) references site_sections on delete cascade,
  foreign key (organization_id, space_id) references contents on delete cascade
);
create unique index site_spaces_path on site_spaces (organization_id, site_id, coalesce(section_id, ''), path);
create unique index site_spaces_once on site_spaces (organization_id, site_id, space_id);
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
  -- The sites first, as everybody who changes what a site is made of: nobody waits in a circle.
  perform from sites s where s.organization_id = old.organization_id and exists (
    select from site_spaces p
    where p.organization_id = s.organization_id and p.site_id = s.id and p.space_id = old.id)
  order by s.id for no key update;
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

-- How open a space is follows from the published sites that show it: as open as the most open of them.
create function openness(visibility text) returns integer language sql immutable
  return array_position(array['public', 'unlisted', 'share-link', 'visitor-auth'], visibility);
create function note_visibility(organization text, ids text[]) returns void language sql as $$
  update spaces set visibility = shown.visibility
  from (
    select space.id, coalesce((
      select s.visibility from site_spaces p
      join sites s on s.organization_id = p.organization_id and s.id = p.site_id
      where p.organization_id = organization and p.space_id = space.id and s.published
      order by openness(s.visibility) limit 1), 'private') as visibility
    from unnest(ids) as space (id)) as shown
  where spaces.organization_id = organization and spaces.id = shown.id and spaces.visibility <> shown.visibility
$$;
create function site_spaces_seen() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_visibility(old.organization_id, array[old.space_id]);
  end if;
  if tg_op <> 'DELETE' then
    perform note_visibility(new.organization_id, array[new.space_id]);
  end if;
  return null;
end
$$;
create trigger site_spaces_seen after insert or delete or update of space_id on site_spaces
  for each row execute function site_spaces_seen();
create function sites_seen() returns trigger language plpgsql as $$
begin
  perform note_visibility(new.organization_id, (
    select coalesce(array_agg(p.space_id order by p.space_id), '{}') from site_spaces p
    where p.organization_id = new.organization_id and p.site_id = new.id));
  return null;
end
$$;
create trigger sites_seen after update of published, visibility on sites for each row
  when (old.published is distinct from new.published or old.visibility is distinct from new.visibility)
  execute function sites_seen();

-- Where a space is found by its readers: in the most open of the published sites that show it, the oldest of several.
create function published_place(organization text, space text) returns jsonb language sql stable as $$
  select jsonb_build_object('subdomain', o.hostname, 'basename', s.basename, 'hostname', s.hostname,
    'proxy_origin', s.proxy_origin, 'address', p.address)
  from site_spaces p
  join sites s on s.organization_id = p.organization_id and s.id = p.site_id
  join organizations o on o.id = s.organization_id
  where p.organization_id = organization and p.space_id = space and s.published
  order by openness(s.visibility), s.id limit 1
$$;
