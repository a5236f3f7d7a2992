-- Clusters stay with their organization: a change request that goes to another is for none of them.
create function leave_clusters() returns trigger language plpgsql as $$
begin
  update change_requests set cluster_id = null
  where organization_id = old.organization_id and space_id = old.id and cluster_id is not null;
  return new;
end $$;
create trigger contents_leave_clusters before update of organization_id on contents
  for each row when (old.organization_id <> new.organization_id) execute function leave_clusters();
