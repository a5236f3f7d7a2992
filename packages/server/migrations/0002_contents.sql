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

-- The effective role of every member on every content, by precedence: an organization's admin is admin;
-- else the nearest level that speaks (the content, its collection, that one's collection, ...), where a grant to
-- the member comes before the highest grant to the member's teams, and that before the level's own default;
-- else the role in the organization. A default never takes away what the content's creator had.
create view content_access as
select
  c.organization_id,
  c.id as content_id,
  c.kind,
  c.deleted_at,
  m.user_id,
  case
    when m.role = 'admin' then 'admin'::role
    when stated.speaks then stated.role
    else m.role
  end as role
from contents c
join members m on m.organization_id = c.organization_id and not m.disabled
left join lateral (
  select
    true as speaks,
    case
      when g.user_id is not null then g.role
      when t.speaks then t.role
      when l.created_by = m.user_id then greatest(l.default_role, m.role, 'read'::role)
      else l.default_role
    end as role
  from unnest(c.id || c.ancestors) with ordinality as step (id, distance)
  join contents l on l.organization_id = c.organization_id and l.id = step.id
  left join user_grants g
    on g.organization_id = c.organization_id and g.content_id = l.id and g.user_id = m.user_id
  left join lateral (
    select true as speaks, max(tg.role) as role
    from team_grants tg
    join team_members tm
      on tm.organization_id = tg.organization_id and tm.team_id = tg.team_id and tm.user_id = m.user_id
    where tg.organization_id = c.organization_id and tg.content_id = l.id
    having count(*) > 0
  ) t on true
  where m.role is distinct from 'admin'::role
    and (g.user_id is not null or t.speaks or not l.inherits)
  order by step.distance
  limit 1
) stated on true;

-- The spaces that a team was given, directly or through a collection.
create view team_spaces as
select distinct tg.organization_id, tg.team_id, c.id as space_id
from team_grants tg
join contents c
  on c.organization_id = tg.organization_id
  and (c.id = tg.content_id or c.ancestors @> array[tg.content_id])
where tg.role is not null and c.kind = 'space' and c.deleted_at is null;
