-- Whether the log keeps all of an event, so that it can be sent again.
alter table integration_events add column is_complete boolean not null default false;
