-- The searchable sections of bodies, made once for all spaces, change requests and copies that have them.
-- Processes index them in memory, so what the index was in the database goes.
create table search_bodies (
  organization_id text collate "C" not null,
  body text collate "C" not null,
  version integer not null,
  sections text not null,
  primary key (organization_id, body),
  foreign key (organization_id, body) references bodies (organization_id, hash) on delete cascade
);
drop table search_sections;
drop table search_pages;
drop table search_states;

-- Search needs no jobs for these any more; what waits in their queues goes with them.
do $$
declare
  unused text;
begin
  if to_regclass('pgboss.queue') is null then
    return;
  end if;
  -- Pending checks would prevent the removal of the queues.
  set constraints all immediate;
  for unused in select name from pgboss.queue where name in ('search.rebuild-outdated', 'search.rebuild-on-update') loop
    delete from pgboss.job where name = unused;
    perform pgboss.delete_queue(unused);
  end loop;
end
$$;
