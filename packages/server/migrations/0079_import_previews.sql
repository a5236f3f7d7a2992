-- What an import would add, without writing it: set for previews only, and complete once the preview has run.
alter table import_runs add column preview jsonb;
