-- The event that started the chain to which an event belongs, and how many scripts acted one after another before it.
alter table integration_events
  add column origin_id text collate "C",
  add column chain_depth smallint not null default 0;
create index integration_events_origin on integration_events (organization_id, integration_id, origin_id, created_at)
  where origin_id is not null;

-- The chain of a sync that a script requested.
alter table git_operations add column chain jsonb;
