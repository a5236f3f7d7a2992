-- The chain of the script that requested the last run; null if it was a person.
alter table translations add column chain jsonb;

-- The chain of the script that made the current revision; null if it was a person.
alter table spaces add column head_chain jsonb;
