-- The newest edits of a user.
create index revisions_creator on revisions (organization_id, created_by, id);
