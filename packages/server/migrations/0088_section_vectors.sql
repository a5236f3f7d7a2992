-- The vectors of the sections of a body, one after another, made in the background when the body is asked about.
alter table search_bodies add column vectors bytea, add column vectors_version integer;
