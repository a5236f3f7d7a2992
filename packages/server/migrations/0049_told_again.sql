-- What an integration did itself is counted from the log, for each space and site.
alter table installations drop column own_changes, drop column own_changes_since_at;

-- An event that was given in vain is in the log at once, with what is kept of it; the script is given all of it again.
alter table integration_events
  add column whole jsonb,
  add check (whole is null or status = 'pending');
