-- Addresses that spaces once had in their sites, so that what was linked to is found where it is now. Nothing is noted
-- of a space that has not been settled at an address yet.
alter table site_spaces alter column address drop not null, alter column address drop default;
create table site_former_addresses (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  address text[] not null,
  site_space_id text collate "C" not null,
  primary key (organization_id, site_id, address),
  foreign key (organization_id, site_id) references sites on delete cascade,
  foreign key (organization_id, site_space_id) references site_spaces on delete cascade
);
create index site_former_addresses_space on site_former_addresses (organization_id, site_space_id);
create function note_former_address() returns trigger language plpgsql as $$
begin
  insert into site_former_addresses (organization_id, site_id, address, site_space_id)
  values (old.organization_id, old.site_id, old.address, old.id)
  on conflict (organization_id, site_id, address) do update set site_space_id = excluded.site_space_id;
  return null;
end
$$;
create trigger site_spaces_moved after update of address on site_spaces
  for each row when (old.address is not null and old.address is distinct from new.address)
  execute function note_former_address();
create or replace function published_place(organization text, space text) returns jsonb language sql stable as $$
  select jsonb_build_object('subdomain', o.hostname, 'basename', s.basename, 'hostname', s.hostname,
    'proxy_origin', s.proxy_origin, 'address', p.address)
  from site_spaces p
  join sites s on s.organization_id = p.organization_id and s.id = p.site_id
  join organizations o on o.id = s.organization_id
  where p.organization_id = organization and p.space_id = space and s.published and p.address is not null
  order by openness(s.visibility), s.id limit 1
$$;

-- A space in the trash keeps its place in its sites, and is not shown; only one that goes elsewhere leaves them. Where
-- it is found is settled again when it comes back.
create function rest_in_sites() returns trigger language plpgsql as $$
begin
  -- The sites first, as everybody who changes what a site is made of: nobody waits in a circle.
  perform from sites s where s.organization_id = old.organization_id and exists (
    select from site_spaces p
    where p.organization_id = s.organization_id and p.site_id = s.id and p.space_id = old.id)
  order by s.id for no key update;
  update site_spaces set address = null where organization_id = old.organization_id and space_id = old.id;
  return new;
end
$$;
create trigger contents_rest_in_sites before update of deleted_at on contents
  for each row when (old.kind = 'space' and old.deleted_at is null and new.deleted_at is not null)
  execute function rest_in_sites();
drop trigger contents_leave_sites on contents;
create trigger contents_leave_sites before update of organization_id on contents
  for each row when (old.kind = 'space' and old.organization_id <> new.organization_id)
  execute function leave_sites();

-- Sites behind the proxies of their owners are asked for by their id alone.
create index sites_id on sites (id);
