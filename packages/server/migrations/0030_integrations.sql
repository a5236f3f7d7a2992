-- Integrations: programs that an organization publishes, where they are installed, and how they are configured.

-- Who a token speaks for: a person, an integration wherever it is installed, or one installation of it.
alter table tokens
  add column kind text collate "C" not null default 'user' check (kind in ('user', 'integration', 'installation'));
create index tokens_passing on tokens (expires_at) where kind <> 'user';

create table integrations (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  -- As it was first written; no two differ by case alone.
  name text collate "C" not null,
  -- Counts how often it was published.
  version integer not null default 1,
  runtime text collate "C" not null check (runtime in ('v1', 'v2')),
  title text not null,
  description text not null,
  summary text,
  visibility text collate "C" not null check (visibility in ('public', 'private', 'unlisted')),
  target text collate "C" not null check (target in ('all', 'site', 'space', 'organization')),
  scopes text[] collate "C" not null,
  categories text[] collate "C" not null,
  blocks jsonb,
  -- The hosts of addresses that become one of its blocks.
  block_domains text[] collate "C" not null,
  content_sources jsonb,
  configurations jsonb,
  external_links jsonb not null,
  content_security_policy jsonb,
  -- Blobs of the organization.
  script text collate "C" not null,
  icon text collate "C",
  previews text[] collate "C" not null,
  -- Encrypted.
  secrets text,
  -- Who it is where it writes something by itself.
  account_id text collate "C" not null references users,
  created_by text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index integrations_name on integrations (lower(name) collate "C");
create index integrations_listed on integrations (id);
create unique index integrations_account on integrations (account_id);

-- In an organization, once: what its spaces and sites have of an integration hangs on this.
create table installations (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  owner_id text collate "C" not null,
  integration_id text collate "C" not null,
  space_selection text collate "C" not null check (space_selection in ('all', 'selected')),
  site_selection text collate "C" not null check (site_selection in ('all', 'selected')),
  configuration jsonb not null default '{}',
  external_ids text[] not null default '{}',
  paused boolean not null default false,
  -- Who it is where it writes something in this organization; nobody else's, so that it is limited to this one.
  account_id text collate "C" not null references users,
  created_by text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (owner_id, integration_id) references integrations on delete cascade
);
create unique index installations_once on installations (organization_id, owner_id, integration_id);
create index installations_integration on installations (owner_id, integration_id, id);
create index installations_id on installations (id);
create unique index installations_account on installations (account_id);
create index installations_external on installations using gin (external_ids);

-- What a space or a site was given in person; with the selection `all`, the others are covered without a row.
create table content_installations (
  organization_id text collate "C" not null,
  installation_id text collate "C" not null,
  space_id text collate "C",
  site_id text collate "C",
  configuration jsonb not null default '{}',
  external_ids text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((space_id is null) <> (site_id is null)),
  foreign key (organization_id, installation_id) references installations on delete cascade,
  foreign key (organization_id, space_id) references contents on delete cascade,
  foreign key (organization_id, site_id) references sites on delete cascade
);
create unique index content_installations_space on content_installations (organization_id, installation_id, space_id)
  where space_id is not null;
create unique index content_installations_site on content_installations (organization_id, installation_id, site_id)
  where site_id is not null;
create index content_installations_of_space on content_installations (organization_id, space_id) where space_id is not null;
create index content_installations_of_site on content_installations (organization_id, site_id) where site_id is not null;
create index content_installations_external on content_installations using gin (external_ids);

-- A space that goes to another organization leaves the integrations of this one behind.
create function leave_installations() returns trigger language plpgsql as $$
begin
  delete from content_installations where organization_id = old.organization_id and space_id = old.id;
  return new;
end
$$;
create trigger contents_leave_installations before update of organization_id on contents
  for each row when (old.organization_id <> new.organization_id) execute function leave_installations();

-- What an installation waits for: values that are declared to be required, or, where a component asks for them, any.
create function installation_status(paused boolean, declared jsonb, configuration jsonb)
returns text language sql immutable parallel safe as $$
  select case
    when paused then 'paused'
    when declared is null then 'active'
    when declared ? 'componentId' then case when configuration = '{}' then 'pending' else 'active' end
    when configuration ?& array(select jsonb_array_elements_text(coalesce(declared -> 'required', '[]'))) then 'active'
    else 'pending'
  end
$$;

-- The spaces and sites that an installation covers, with what each was given in person.
create view covered_contents as
select 'space' as kind, i.organization_id, i.id as installation_id, i.owner_id, i.integration_id, i.paused,
  c.id as content_id, ci.space_id is not null as chosen,
  coalesce(ci.configuration, '{}') as configuration, coalesce(ci.external_ids, '{}') as external_ids
from installations i
join contents c on c.organization_id = i.organization_id and c.kind = 'space' and c.deleted_at is null
left join content_installations ci
  on ci.organization_id = i.organization_id and ci.installation_id = i.id and ci.space_id = c.id
where i.space_selection = 'all' or ci.space_id is not null
union all
select 'site', i.organization_id, i.id, i.owner_id, i.integration_id, i.paused,
  s.id, ci.site_id is not null,
  coalesce(ci.configuration, '{}'), coalesce(ci.external_ids, '{}')
from installations i
join sites s on s.organization_id = i.organization_id
left join content_installations ci
  on ci.organization_id = i.organization_id and ci.installation_id = i.id and ci.site_id = s.id
where i.site_selection = 'all' or ci.site_id is not null;

-- What the account of an installation may do in its organization; null for everybody else.
create function agent_scopes(organization text, account text)
returns text[] language sql stable parallel safe as $$
  select g.scopes from installations i
  join integrations g on g.organization_id = i.owner_id and g.id = i.integration_id
  where i.account_id = account and i.organization_id = organization and not i.paused
$$;

-- The role of the account of an installation on a space or a site that it covers: the lowest that its scopes need.
create function agent_role(kind text, organization text, content text, account text)
returns role language plpgsql stable parallel safe as $$
declare
  scopes text[] := agent_scopes(organization, account);
begin
  if scopes is null or not exists (
    select from covered_contents c
    join installations i on i.organization_id = c.organization_id and i.id = c.installation_id
    where c.kind = agent_role.kind and c.organization_id = organization and c.content_id = content
      and i.account_id = account
  ) then
    return null;
  end if;
  return case kind
    when 'space' then case
      when scopes && array['space:metadata:write', 'space:git:sync'] then 'create'
      when scopes && array['space:content:write'] then 'edit'
      when scopes && array['space:content:read', 'space:metadata:read'] then 'read'
    end
    when 'site' then case
      when scopes && array['site:adaptive:write'] then 'create'
      when scopes && array['site:adaptive:read', 'site:metadata:read'] then 'read'
    end
  end;
end
$$;
