-- The last transactions that changed who is in an organization or can open which space. Processes keep counts of members
-- and of the spaces that each of them can open in memory, with the rows of this table: they are right as long as these are
-- the same. Several rows per organization, so that transactions that change access at the same time rarely share one.
create table access_changes (
  organization_id text collate "C" not null references organizations on delete cascade,
  shard smallint not null,
  transaction_id xid8 not null,
  primary key (organization_id, shard)
);

create function note_access_change(organization text) returns void language sql as $$
  insert into access_changes (organization_id, shard, transaction_id)
  select id, pg_backend_pid() % 32, pg_current_xact_id() from organizations where id = organization
  on conflict (organization_id, shard) do update set transaction_id = excluded.transaction_id
    where access_changes.transaction_id <> excluded.transaction_id
$$;

-- The state of access in an organization, which no two moments share if access changed in between.
create function access_state(organization text) returns text language sql stable parallel safe as $$
  select coalesce(string_agg(shard || ':' || transaction_id, ' ' order by shard), '')
  from access_changes where organization_id = organization
$$;

create function note_access_changes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_access_change(old.organization_id);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.organization_id <> old.organization_id then
    perform note_access_change(new.organization_id);
  end if;
  return null;
end
$$;

-- Deferred until the end of the transaction, so that its row is locked for as long as the commit takes.
create constraint trigger contents_access_changes after insert or delete on contents
  deferrable initially deferred for each row execute function note_access_changes();
create constraint trigger contents_access_changes_updated after update on contents
  deferrable initially deferred for each row
  when ((old.organization_id, old.parent_id, old.ancestors, old.inherits, old.default_role, old.has_grants, old.created_by, old.deleted_at)
    is distinct from (new.organization_id, new.parent_id, new.ancestors, new.inherits, new.default_role, new.has_grants, new.created_by, new.deleted_at))
  execute function note_access_changes();
create constraint trigger members_access_changes after insert or delete on members
  deferrable initially deferred for each row execute function note_access_changes();
create constraint trigger members_access_changes_updated after update on members
  deferrable initially deferred for each row
  when ((old.organization_id, old.user_id, old.role, old.disabled) is distinct from (new.organization_id, new.user_id, new.role, new.disabled))
  execute function note_access_changes();
create constraint trigger user_grants_access_changes after insert or update or delete on user_grants
  deferrable initially deferred for each row execute function note_access_changes();
create constraint trigger team_grants_access_changes after insert or update or delete on team_grants
  deferrable initially deferred for each row execute function note_access_changes();
create constraint trigger team_members_access_changes after insert or delete on team_members
  deferrable initially deferred for each row execute function note_access_changes();

-- The number of spaces that each of these members can open. What the default level of a space itself decides for members of
-- the organization needs no look-up.
create or replace function open_spaces(organization text, users text[])
returns table (user_id text, spaces bigint) language sql stable parallel safe as $$
  with kinds as materialized (
    select coalesce(c.parent_id, '') as place, c.inherits, c.default_role is null as closed, min(c.id) as sample_id, count(*) as spaces
    from contents c
    where c.organization_id = organization and c.kind = 'space' and c.deleted_at is null
    group by 1, 2, 3
  ),
  samples as materialized (
    select kinds.*,
      (select without_personal_access(c) from contents c where c.organization_id = organization and c.id = kinds.sample_id) as sample
    from kinds
  ),
  said as (
    select g.user_id, g.content_id, true as direct, g.role is not null as opens
    from user_grants g where g.organization_id = organization and g.user_id = any(users)
    union all
    select tm.user_id, tg.content_id, false, tg.role is not null
    from team_members tm
    join team_grants tg on tg.organization_id = tm.organization_id and tg.team_id = tm.team_id
    where tm.organization_id = organization and tm.user_id = any(users)
    union all
    select c.created_by, c.id, false, true
    from contents c where c.organization_id = organization and c.created_by = any(users)
  ),
  decided as (
    select said.user_id, said.content_id, coalesce(bool_or(opens) filter (where direct), bool_or(opens)) as opens
    from said group by 1, 2
  ),
  own as materialized (
    select d.user_id, coalesce(c.parent_id, '') as place, c.inherits, c.default_role is null as closed,
      count(*) as spaces, count(*) filter (where d.opens) as open
    from decided d
    join contents c on c.organization_id = organization and c.id = d.content_id
    where c.kind = 'space' and c.deleted_at is null
    group by 1, 2, 3, 4
  )
  select m.user_id, coalesce(sum(
    case
      when m.role = 'admin' then k.spaces
      when case
        when m.role is not null and not k.inherits then not k.closed
        when m.role is not null and not (k.sample).has_access_rules then true
        else effective_role(k.sample, m) is not null
      end then k.spaces - coalesce(own.spaces, 0) + coalesce(own.open, 0)
      else coalesce(own.open, 0)
    end), 0)::bigint
  from members m
  left join samples k on true
  left join own on own.user_id = m.user_id and own.place = k.place and own.inherits = k.inherits and own.closed = k.closed
  where m.organization_id = organization and m.user_id = any(users) and not m.disabled
  group by m.user_id
$$;
