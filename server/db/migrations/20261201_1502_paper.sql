-- Papers of a tenancy: what replaces what, why one was turned down, and which warning before its last day was given.
alter table tenancy_file
  add column replaces_id bigint references tenancy_file,
  add column note text not null default '' check (length(note) <= 500),
  add column reviewed_at timestamptz,
  add column warned smallint;
