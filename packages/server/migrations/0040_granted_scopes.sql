-- What an organization agreed to when it installed an integration, or last changed something about it: a new version that
-- declares more has no more here until it does so again.
alter table installations
  add column scopes text[] collate "C",
  -- How many changes it made to itself since a moment: it is told of so many of them.
  add column own_changes integer not null default 0,
  add column own_changes_since_at timestamptz;
update installations i set scopes = g.scopes
from integrations g where g.organization_id = i.owner_id and g.id = i.integration_id;
alter table installations alter column scopes set not null;

-- What the account of an installation may do in its organization: what is declared and was agreed to; null for everybody else.
create or replace function agent_scopes(organization text, account text)
returns text[] language sql stable parallel safe as $$
  select array(select unnest(g.scopes) intersect select unnest(i.scopes)) from installations i
  join integrations g on g.organization_id = i.owner_id and g.id = i.integration_id
  where i.account_id = account and i.organization_id = organization and not i.paused
$$;

-- How many spaces of an organization the account of an installation may see: it has the same role on all that are covered.
create function agent_spaces(organization text, account text)
returns bigint language sql stable parallel safe as $$
  select case when agent_role('space', organization, min(c.content_id), account) is null then 0 else count(*) end
  from installations i
  join covered_contents c on c.organization_id = i.organization_id and c.installation_id = i.id and c.kind = 'space'
  where i.account_id = account and i.organization_id = organization
$$;

-- What an installation waits for: values that are declared to be required, values of the declared type in the place of others,
-- or, where a component asks for them, any.
create or replace function installation_status(paused boolean, declared jsonb, configuration jsonb)
returns text language sql immutable parallel safe as $$
  select case
    when paused then 'paused'
    when declared is null then 'active'
    when declared ? 'componentId' then case when configuration = '{}' then 'pending' else 'active' end
    when exists (
      select from jsonb_array_elements_text(coalesce(declared -> 'required', '[]')) as required (name)
      where coalesce(configuration -> name, 'null') in ('null', '""')
    ) then 'pending'
    when exists (
      select from jsonb_each(declared -> 'properties') as property (name, said)
      where configuration -> name <> 'null' and said ->> 'type' <> 'button' and (
        jsonb_typeof(configuration -> name) <> said ->> 'type'
        or jsonb_typeof(said -> 'enum') = 'array' and not said -> 'enum' @> (configuration -> name))
    ) then 'pending'
    else 'active'
  end
$$;

-- What became of events is kept without what others told integrations; these were kept before that.
update integration_events set payload = payload - array['previous', 'action', 'props', 'state', 'request', 'visitor', 'task']
where status <> 'pending';
