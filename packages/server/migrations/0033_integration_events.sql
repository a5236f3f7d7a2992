-- What integrations were told, and what became of it: queued until they were, then kept for a while for their authors.
create table integration_events (
  -- Those of the integration.
  organization_id text collate "C" not null,
  integration_id text collate "C" not null,
  id text collate "C" not null,
  -- Where it happened, if not to the integration in general; it may be gone.
  installer_id text collate "C",
  installation_id text collate "C",
  content_kind text collate "C" check (content_kind in ('space', 'site')),
  content_id text collate "C",
  type text collate "C" not null,
  -- The event as the script is given it.
  payload jsonb not null,
  status text collate "C" not null check (status in ('pending', 'success', 'failed')),
  attempts smallint not null default 0,
  -- Of a pending one: when it is sent next; while somebody sends it, when others may think that they are gone.
  due_at timestamptz,
  -- What a script is told of an installation that it was taken out of: only until it was told.
  gone jsonb,
  logs jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (organization_id, integration_id, id),
  foreign key (organization_id, integration_id) references integrations on delete cascade,
  check ((status = 'pending') = (due_at is not null))
);
create index integration_events_next on integration_events (organization_id, integration_id, due_at)
  where due_at is not null;
create index integration_events_due on integration_events (due_at) where due_at is not null;
create index integration_events_old on integration_events (created_at);

-- Where the author of an integration has its events sent while working on it, instead of to what is published.
create table integration_tunnels (
  organization_id text collate "C" not null,
  integration_id text collate "C" not null,
  url text not null,
  -- Also the events of other organizations than the owner.
  everyone boolean not null,
  -- How often in a row nobody was there.
  failures smallint not null default 0,
  expires_at timestamptz not null,
  primary key (organization_id, integration_id),
  foreign key (organization_id, integration_id) references integrations on delete cascade
);
