-- Addresses that organizations want to be told at of what happens.
create table webhooks (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  url text not null,
  description text not null default '',
  -- Types of events; '*' is all of them.
  events text[] not null,
  -- Only what is about one of these; null where everything counts.
  spaces text[],
  sites text[],
  enabled boolean not null default true,
  -- Why the server disabled it: it was told that nobody is there, or nothing got through for long.
  disabled_reason text collate "C" check (disabled_reason in ('gone', 'failing')),
  -- Sealed: only the server can read it.
  secret text not null,
  -- Since when nothing got through.
  failing_since_at timestamptz,
  created_by text collate "C" references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
