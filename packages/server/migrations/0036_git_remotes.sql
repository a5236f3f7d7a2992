-- Of which repository it is known where a space was last the same: a branch of that name is in others too.
-- Unknown for those from before: then it is taken to be the same one.
alter table git_syncs add column remote text;
