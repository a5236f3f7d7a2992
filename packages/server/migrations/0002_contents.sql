-- The tree of collections and spaces, who may do what in it, and what spaces are made of.

create type content_kind as enum ('collection', 'space');

-- One row per collection or space: its place in the tree and its level of access.
-- `ancestors` is nearest first, so that access is resolved without recursion. `has_grants` spares looking for grants
-- where nobody was ever given one.
create table contents (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  kind content_kind not null,
  parent_id text collate "C",
  ancestors text[] collate "C" not null default '{}',
  position text collate "C" not null,
  inherits boolean not null default true,
  default_role role,
  has_grants boolean not null default false,
  governed boolean not null default false,
  created_by text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, parent_id) references contents on update cascade deferrable initially deferred
);
create index contents_id on contents (id);
create index contents_by_age on contents (organization_id, kind, id) where deleted_at is null;
create unique index contents_position on contents (organization_id, coalesce(parent_id, ''), position);
create index contents_parent on contents (organization_id, parent_id, position);
create index contents_maker on contents (organization_id, created_by);
create index contents_ancestors on contents using gin (ancestors);
create index contents_deleted on contents (deleted_at) where deleted_at is not null;

create table collections (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  title text not null,
  description text,
  primary key (organization_id, id),
  foreign key (organization_id, id) references contents on delete cascade on update cascade
);

create table spaces (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  title text not null,
  emoji text not null,
  icon_url text,
  visibility text not null default 'private',
  edit_mode text not null default 'locked',
  language text,
  merge_rules jsonb not null default '{"type":"inherit"}',
  revision_id text collate "C" not null,
  -- Counted by triggers below: a space is read far more often than its change requests and comments change.
  open_comments integer not null default 0,
  change_requests integer not null default 0,
  change_requests_open integer not null default 0,
  change_requests_draft integer not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, id) references contents on delete cascade on update cascade
);

create table user_grants (
  organization_id text collate "C" not null,
  content_id text collate "C" not null,
  user_id text collate "C" not null,
  role role,
  granted_at timestamptz not null,
  primary key (organization_id, content_id, user_id),
  foreign key (organization_id, content_id) references contents on delete cascade,
  foreign key (organization_id, user_id) references members on delete cascade
);
create index user_grants_user on user_grants (organization_id, user_id);

create table team_grants (
  organization_id text collate "C" not null,
  content_id text collate "C" not null,
  team_id text collate "C" not null,
  role role,
  granted_at timestamptz not null,
  primary key (organization_id, content_id, team_id),
  foreign key (organization_id, content_id) references contents on delete cascade,
  foreign key (organization_id, team_id) references teams on delete cascade
);
create index team_grants_team on team_grants (organization_id, team_id);

-- Never taken back: a grant that another transaction is just writing must not be overlooked.
create function note_grant() returns trigger language plpgsql as $$
begin
  update contents set has_grants = true
  where organization_id = new.organization_id and id = new.content_id and not has_grants;
  return null;
end
$$;
-- `governed` says that something was said about access here or further up, once; where it is false, everybody but guests
-- has their own role, and nothing needs to be looked up. It is never taken back: that costs a look-up, and no mistake.
create function note_governed() returns trigger language plpgsql as $$
begin
  if new.has_grants or not new.inherits then
    new.governed := true;
  elsif not new.governed and new.parent_id is not null then
    new.governed := coalesce(
      (select p.governed from contents p where p.organization_id = new.organization_id and p.id = new.parent_id), false);
  end if;
  return new;
end
$$;
create trigger contents_governed before insert or update of parent_id, inherits, has_grants on contents
  for each row execute function note_governed();
create function pass_governed_on() returns trigger language plpgsql as $$
begin
  -- Whoever is adding to the tree holds this lock too: what they have begun to hang below is waited for, and seen.
  perform pg_advisory_xact_lock(hashtextextended('tree:' || new.organization_id, 0));
  update contents set governed = true
  where organization_id = new.organization_id and ancestors @> array[new.id] and not governed;
  return null;
end
$$;
create trigger contents_governed_below after update of parent_id, inherits, has_grants on contents
  for each row when (new.governed and not old.governed and new.kind = 'collection') execute function pass_governed_on();

create trigger user_grants_noted after insert on user_grants for each row execute function note_grant();
create trigger team_grants_noted after insert on team_grants for each row execute function note_grant();

-- A link that lets its holder join: the organization with a role, or one content as a guest with a level.
create table link_invites (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  role role,
  content_id text collate "C",
  created_by text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, content_id) references contents on delete cascade
);

-- The next four are filled by the domains of content, change requests, comments and sites;
-- spaces count and point into them from the first day.
create table revisions (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  type text not null,
  parents text[] not null default '{}',
  created_by text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index revisions_space on revisions (organization_id, space_id);

create table change_requests (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  number integer not null,
  status text not null default 'draft',
  created_by text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create unique index change_requests_number on change_requests (organization_id, space_id, number);
create index change_requests_status on change_requests (organization_id, space_id, status);

create table comments (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C",
  status text not null default 'open',
  created_by text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index comments_open on comments (organization_id, space_id) where status = 'open';

create function count_change_request() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update spaces set
      change_requests = change_requests - 1,
      change_requests_open = change_requests_open - (old.status = 'open')::int,
      change_requests_draft = change_requests_draft - (old.status = 'draft')::int
    where organization_id = old.organization_id and id = old.space_id;
  end if;
  if tg_op <> 'DELETE' then
    update spaces set
      change_requests = change_requests + 1,
      change_requests_open = change_requests_open + (new.status = 'open')::int,
      change_requests_draft = change_requests_draft + (new.status = 'draft')::int
    where organization_id = new.organization_id and id = new.space_id;
  end if;
  return null;
end
$$;
create trigger change_requests_counted after insert or delete or update of status on change_requests
  for each row execute function count_change_request();

-- Comments on a change request are counted there, not on the space.
create function count_comment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'open' and old.change_request_id is null then
    update spaces set open_comments = open_comments - 1 where organization_id = old.organization_id and id = old.space_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'open' and new.change_request_id is null then
    update spaces set open_comments = open_comments + 1 where organization_id = new.organization_id and id = new.space_id;
  end if;
  return null;
end
$$;
create trigger comments_counted after insert or delete or update of status on comments
  for each row execute function count_comment();

create table sites (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  title text not null,
  created_by text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id)
);

-- The effective role of a member on a content, by precedence: an organization's admin is admin; else the nearest step
-- on the way up that speaks (the content, its collection, that one's collection, ...), where a grant to the member
-- comes before the highest grant to their teams, and that before the step's own default; else the role in the
-- organization. Besides: a default gives a guest nothing, and leaves of a grant from further up at most what that gave;
-- whoever made a thing can read it, unless a grant to them on that very thing says otherwise, and its own default takes
-- nothing from them.
-- A function, for its look-ups by key stay look-ups by key whatever the planner believes about the sizes of tables;
-- a dear one, so that it is asked for as few rows as possible.
create function effective_role(content contents, member members)
returns role language plpgsql stable parallel safe cost 1000 as $$
declare
  step contents := content;
  above text;
  grant_role role;
  level role;
  level_stands boolean := false;
  level_is_own boolean := false;
  made boolean := false;
  result role := member.role;
begin
  if member.role = 'admin' then
    return 'admin';
  end if;
  foreach above in array content.ancestors || null::text loop
    if step.has_grants then
      select g.role into grant_role from user_grants g
      where g.organization_id = step.organization_id and g.content_id = step.id and g.user_id = member.user_id;
      if found then
        result := grant_role;
        exit;
      end if;
    end if;
    -- What was made further up than a default that stands is no matter of this content.
    made := made or (not level_stands and step.created_by is not distinct from member.user_id);
    if step.has_grants then
      select tg.role into grant_role
      from team_grants tg
      join team_members tm on tm.organization_id = tg.organization_id and tm.team_id = tg.team_id
      where tg.organization_id = step.organization_id and tg.content_id = step.id and tm.user_id = member.user_id
      order by tg.role desc nulls last
      limit 1;
      if found then
        result := grant_role;
        exit;
      end if;
    end if;
    if not step.inherits and not level_stands then
      level_stands := true;
      level := step.default_role;
      level_is_own := step.created_by is not distinct from member.user_id;
      -- For guests, and for who made the thing, it matters what is granted further up; for others this is the end.
      exit when member.role is not null and not level_is_own;
    end if;
    exit when above is null;
    select * into step from contents l where l.organization_id = content.organization_id and l.id = above;
  end loop;
  if level_stands then
    if member.role is null then
      level := case when level is not null and result is not null then least(level, result) end;
    end if;
    result := case when level_is_own then greatest(level, result) else level end;
  end if;
  return case when made then greatest(result, 'read') else result end;
end
$$;

-- A content as it is to whoever was told nothing about it in person and did not make it.
create function without_own_say(content contents) returns contents language plpgsql immutable parallel safe as $$
begin
  content.has_grants := false;
  content.created_by := null;
  return content;
end
$$;

-- The effective role of every member on every content.
create view content_access as
select c.organization_id, c.id as content_id, c.kind, c.deleted_at, m.user_id, effective_role(c, m) as role
from contents c
join members m on m.organization_id = c.organization_id and not m.disabled;

-- How many spaces each of these members can open. What was said to a member about a space itself, or that they made it,
-- decides alone and is looked up from the member's side. All other spaces of one place and one kind of level are open to
-- the member or not together: one of them answers for all. So the cost is that of the places, not of members times spaces.
create function open_spaces(organization text, users text[])
returns table (user_id text, spaces bigint) language sql stable parallel safe as $$
  with kinds as materialized (
    select coalesce(c.parent_id, '') as place, c.inherits, c.default_role is null as closed, min(c.id) as sample_id, count(*) as spaces
    from contents c
    where c.organization_id = organization and c.kind = 'space' and c.deleted_at is null
    group by 1, 2, 3
  ),
  samples as materialized (
    select kinds.*,
      (select without_own_say(c) from contents c where c.organization_id = organization and c.id = kinds.sample_id) as sample
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
      when m.role is not null and not (k.sample).governed or effective_role(k.sample, m) is not null
        then k.spaces - coalesce(own.spaces, 0) + coalesce(own.open, 0)
      else coalesce(own.open, 0)
    end), 0)::bigint
  from members m
  left join samples k on true
  left join own on own.user_id = m.user_id and own.place = k.place and own.inherits = k.inherits and own.closed = k.closed
  where m.organization_id = organization and m.user_id = any(users) and not m.disabled
  group by m.user_id
$$;

-- The spaces that a team was given, directly or through a collection.
create view team_spaces as
select distinct tg.organization_id, tg.team_id, c.id as space_id
from team_grants tg
join contents c
  on c.organization_id = tg.organization_id
  and (c.id = tg.content_id or c.ancestors @> array[tg.content_id])
where tg.role is not null and c.kind = 'space' and c.deleted_at is null;
