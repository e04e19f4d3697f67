-- Which offers a saved search has told of lately. An offer is published at a moment inside its transaction and seen only when that
-- commits: a search that ran in between looks back a little and must not tell twice.
create table saved_search_told (
  search_id bigint not null references saved_search on delete cascade,
  listing_id bigint not null references listing on delete cascade,
  at timestamptz not null default now(),
  primary key (search_id, listing_id)
);
create index saved_search_told_listing on saved_search_told (listing_id);
