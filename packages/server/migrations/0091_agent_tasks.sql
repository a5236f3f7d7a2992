-- Tasks whose outcome is a change request, written by the language model or prepared for a person.
create table agent_tasks (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  title text not null,
  description text not null,
  instructions text not null,
  origin text collate "C" not null check (origin in ('cluster', 'question', 'link', 'instruction')),
  cluster_id text collate "C",
  question text,
  page_id text collate "C",
  -- A task is completed when its change request is merged, which is not stored here.
  state text collate "C" not null default 'backlog' check (state in ('backlog', 'started', 'canceled')),
  -- There is no foreign key: a change request is deleted only with its space, and moves with it to another organization.
  change_request_id text collate "C",
  -- Counts how often it was started, so that a job of an earlier start writes nothing.
  starts integer not null default 0,
  started_by text collate "C",
  -- Null while nothing was written yet.
  outcome text collate "C" check (outcome in ('written', 'by-hand', 'no-model', 'model-failed', 'no-change', 'stopped')),
  -- What was found and written, and why.
  report jsonb,
  created_by text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index agent_tasks_by_space on agent_tasks (organization_id, space_id, id);
create index agent_tasks_by_cluster on agent_tasks (organization_id, cluster_id, id) where cluster_id is not null;

-- Clusters stay with their organization, as for change requests.
create or replace function leave_clusters() returns trigger language plpgsql as $$
begin
  update change_requests set cluster_id = null
  where organization_id = old.organization_id and space_id = old.id and cluster_id is not null;
  update agent_tasks set cluster_id = null
  where organization_id = old.organization_id and space_id = old.id and cluster_id is not null;
  return new;
end $$;
