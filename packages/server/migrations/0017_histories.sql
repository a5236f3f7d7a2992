-- Long histories are read from their newest end.
create index revisions_history on revisions (organization_id, space_id, id)
  where change_request_id is null or type = 'merge';

drop index revisions_change_request;
create index revisions_change_request on revisions (organization_id, change_request_id, id)
  where change_request_id is not null;
