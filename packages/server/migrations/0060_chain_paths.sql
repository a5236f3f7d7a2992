-- The integrations that acted one after another before an event, instead of their number.
alter table integration_events
  add column chain_path text[] not null default '{}',
  drop column chain_depth;

-- Chains of syncs that are in progress have no path.
update git_operations set chain = null where chain is not null;
