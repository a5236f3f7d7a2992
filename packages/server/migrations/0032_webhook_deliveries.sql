-- One event for one webhook: sent again and again until it is taken, or given up.
create table webhook_deliveries (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  -- What is sent, byte for byte: signatures are of it.
  body text not null,
  status text collate "C" not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- How often it was tried at all, and since somebody last asked for it.
  attempts integer not null default 0,
  tries integer not null default 0,
  -- When it is tried next; while somebody tries it, when others may think that they are gone.
  due_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, webhook_id, event_id),
  foreign key (organization_id, webhook_id) references webhooks on delete cascade,
  check ((status = 'pending') = (due_at is not null))
);
create index webhook_deliveries_of on webhook_deliveries (organization_id, webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (due_at) where due_at is not null;
create index webhook_deliveries_old on webhook_deliveries (created_at);

create table webhook_attempts (
  organization_id text collate "C" not null,
  delivery_id text collate "C" not null,
  number integer not null,
  started_at timestamptz not null,
  milliseconds integer not null,
  -- What was answered, or why nothing was.
  status_code integer,
  error text,
  response text,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_deliveries on delete cascade
);
