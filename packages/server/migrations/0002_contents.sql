-- The tree of collections and spaces, who may do what in it, and what spaces are made of.

create type content_kind as enum ('collection', 'space');

-- One row per collection or space: its place in the tree and its level of access.
-- `ancestors` is nearest first, so that access is resolved without recursion.
create table contents (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  kind content_kind not null,
  parent_id text collate "C",
  ancestors text[] collate "C" not null default '{}',
  position text collate "C" not null,
  inherits boolean not null default true,
  default_role role,
  created_by text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, parent_id) references contents on update cascade deferrable initially deferred
);
create index contents_id on contents (id);
create unique index contents_position on contents (organization_id, coalesce(parent_id, ''), position);
create index contents_parent on contents (organization_id, parent_id, position);
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

create table sites (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  title text not null,
  created_by text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id)
);

-- The grant that reaches a member on a content: the nearest one, given to the member before given to their teams,
-- and of those of several teams the highest. `depth` is that of the content it was given on.
create view reaching_grants as
select distinct on (organization_id, content_id, user_id)
  organization_id, content_id, user_id, depth, role, direct
from (
  select
    c.organization_id, c.id as content_id, g.user_id,
    cardinality(c.ancestors) + 1 - step.distance as depth, g.role, true as direct
  from contents c
  cross join unnest(c.id || c.ancestors) with ordinality as step (id, distance)
  join user_grants g on g.organization_id = c.organization_id and g.content_id = step.id
  union all
  select
    c.organization_id, c.id, tm.user_id,
    cardinality(c.ancestors) + 1 - step.distance, tg.role, false
  from contents c
  cross join unnest(c.id || c.ancestors) with ordinality as step (id, distance)
  join team_grants tg on tg.organization_id = c.organization_id and tg.content_id = step.id
  join team_members tm on tm.organization_id = tg.organization_id and tm.team_id = tg.team_id
) grants
order by organization_id, content_id, user_id, depth desc, direct desc, role desc nulls last;

-- The effective role of every member on every content, by precedence: an organization's admin is admin;
-- else the nearest level that speaks (the content, its collection, that one's collection, ...), where a grant
-- comes before the level's own default; else the role in the organization. Besides:
-- a default gives a guest nothing, and leaves of a grant from further up at most what that grant gave;
-- whoever made a thing can read it, unless a grant to them on that very thing says otherwise,
-- and its own default takes nothing from them.
create view content_access as
select
  c.organization_id,
  c.id as content_id,
  c.kind,
  c.deleted_at,
  m.user_id,
  case
    when m.role = 'admin' then m.role
    when given.depth >= coalesce(path.level_depth, 0) then
      case
        when maker.distance <= cardinality(c.ancestors) - given.depth + (not given.direct)::int
          then greatest(given.role, 'read')
        else given.role
      end
    when path.level_depth is not null then
      greatest(
        case
          when m.role is not null then path.level_role
          when path.level_role is not null and given.role is not null then least(path.level_role, given.role)
        end,
        case
          when path.level_maker = m.user_id
            then greatest(case when given.depth is null then m.role else given.role end, 'read')
          when maker.distance <= cardinality(c.ancestors) - path.level_depth then 'read'
        end
      )
    when maker.distance is not null then greatest(m.role, 'read')
    else m.role
  end as role
from contents c
-- What the way up from the content says whoever asks: the nearest default, and who made each step, nearest first.
cross join lateral (
  select
    array_agg(l.created_by order by cardinality(l.ancestors) desc) as makers,
    max(cardinality(l.ancestors)) filter (where not l.inherits) as level_depth,
    (array_agg(l.default_role order by cardinality(l.ancestors) desc) filter (where not l.inherits))[1] as level_role,
    (array_agg(l.created_by order by cardinality(l.ancestors) desc) filter (where not l.inherits))[1] as level_maker
  from contents l
  where l.organization_id = c.organization_id and l.id = any (c.id || c.ancestors)
) path
join members m on m.organization_id = c.organization_id and not m.disabled
cross join lateral (select array_position(path.makers, m.user_id) as distance) maker
left join reaching_grants given
  on given.organization_id = c.organization_id and given.content_id = c.id and given.user_id = m.user_id;

-- The spaces that a team was given, directly or through a collection.
create view team_spaces as
select distinct tg.organization_id, tg.team_id, c.id as space_id
from team_grants tg
join contents c
  on c.organization_id = tg.organization_id
  and (c.id = tg.content_id or c.ancestors @> array[tg.content_id])
where tg.role is not null and c.kind = 'space' and c.deleted_at is null;
