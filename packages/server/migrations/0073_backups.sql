-- The backups that `lectern backup` has finished, for administrators of the server.
create table backups (
  id text collate "C" primary key,
  -- The path on the machine that made it.
  file text not null,
  bytes bigint not null,
  -- How many files of the storage it has, and how many it lacks.
  files integer not null,
  missing integer not null,
  version text not null,
  created_at timestamptz not null
);
