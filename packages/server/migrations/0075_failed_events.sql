-- The last failure of an installation.
create index integration_events_failed on integration_events (installer_id, installation_id, id)
  where status = 'failed' or full_payload is not null;
