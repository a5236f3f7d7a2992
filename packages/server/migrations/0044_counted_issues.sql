-- What new issues are compared with, so that a few of them cost what they are and not what all others are.

create table issue_cluster_centres (
  organization_id text collate "C" not null,
  cluster_id text collate "C" not null,
  -- How many of its issues are counted, and the sum of their vectors in floats of four bytes; made anew whenever clusters are put in order.
  count integer not null,
  sum bytea not null,
  primary key (organization_id, cluster_id),
  foreign key (organization_id, cluster_id) references issue_clusters on delete cascade
);

-- How many issues of a cluster came on a day (UTC) and where from: what lists of clusters tell of each.
alter table issues add column source text collate "C";
update issues i set source = c.source from conversations c
  where c.organization_id = i.organization_id and c.id = i.conversation_id;
alter table issues alter column source set not null;

create table issue_days (
  organization_id text collate "C" not null,
  cluster_id text collate "C" not null,
  source text collate "C" not null,
  day date not null,
  issues integer not null,
  primary key (organization_id, cluster_id, source, day),
  foreign key (organization_id, cluster_id) references issue_clusters on delete cascade
);
insert into issue_days
  select organization_id, cluster_id, source, (created_at at time zone 'UTC')::date, count(*)
  from issues group by 1, 2, 3, 4;

-- Whoever changes issues holds the clusters of the organization, so that two never count the same.
create function count_come_issues() returns trigger language plpgsql as $$
begin
  insert into issue_days as d
    select organization_id, cluster_id, source, (created_at at time zone 'UTC')::date, count(*)
    from come group by 1, 2, 3, 4
  on conflict (organization_id, cluster_id, source, day) do update set issues = d.issues + excluded.issues;
  return null;
end $$;
create function count_gone_issues() returns trigger language plpgsql as $$
begin
  -- Nothing is written anew: of an organization that is deleted, the days may be gone before its issues.
  update issue_days d set issues = d.issues - g.issues
    from (
      select organization_id, cluster_id, source, (created_at at time zone 'UTC')::date as day, count(*)::int as issues
      from gone group by 1, 2, 3, 4
    ) g
    where (d.organization_id, d.cluster_id, d.source, d.day) = (g.organization_id, g.cluster_id, g.source, g.day);
  delete from issue_days d using (select distinct organization_id, cluster_id from gone) g
    where d.organization_id = g.organization_id and d.cluster_id = g.cluster_id and d.issues = 0;
  return null;
end $$;
create trigger issues_come after insert on issues referencing new table as come
  for each statement execute function count_come_issues();
create trigger issues_gone after delete on issues referencing old table as gone
  for each statement execute function count_gone_issues();
create trigger issues_moved_from after update on issues referencing old table as gone
  for each statement execute function count_gone_issues();
create trigger issues_moved_to after update on issues referencing new table as come
  for each statement execute function count_come_issues();

-- How many conversations came from a source: lists tell it, and would count thousands each time.
create table conversation_sources (
  organization_id text collate "C" not null references organizations on delete cascade,
  source text collate "C" not null,
  conversations integer not null,
  primary key (organization_id, source)
);
insert into conversation_sources select organization_id, source, count(*) from conversations group by 1, 2;

create function count_come_conversations() returns trigger language plpgsql as $$
begin
  insert into conversation_sources as s
    select organization_id, source, count(*) from come group by 1, 2
  on conflict (organization_id, source) do update set conversations = s.conversations + excluded.conversations;
  return null;
end $$;
create function count_gone_conversations() returns trigger language plpgsql as $$
begin
  update conversation_sources s set conversations = s.conversations - g.conversations
    from (select organization_id, source, count(*)::int as conversations from gone group by 1, 2) g
    where s.organization_id = g.organization_id and s.source = g.source;
  return null;
end $$;
create trigger conversations_come after insert on conversations referencing new table as come
  for each statement execute function count_come_conversations();
create trigger conversations_gone after delete on conversations referencing old table as gone
  for each statement execute function count_gone_conversations();
