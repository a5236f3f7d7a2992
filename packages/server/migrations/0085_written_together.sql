-- The people who wrote a revision together with its author.
alter table revisions add column other_authors text[] collate "C" not null default '{}';
create index revisions_of_other_authors on revisions using gin (other_authors) where other_authors <> '{}';

-- Since when the text of a page that nobody has open cannot be saved, for example because the page was deleted.
alter table live_documents add column unsaved_at timestamptz;
