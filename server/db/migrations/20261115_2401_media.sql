-- Media of the catalogue: two editors, one cover, files that arrive in pieces, pictures that look alike.

alter table media_item
  add column revision int not null default 1,
  add constraint media_item_cover_is_an_image check (not is_cover or media_type = 0);
create unique index media_item_cover on media_item (property_id, coalesce(unit_id, 0)) where is_cover;

-- Two hashes that differ in at most four of 64 bits have at least one of five bands in common: likenesses are found without reading every row.
create index media_item_band_1 on media_item ((phash & 8191)) where phash is not null;
create index media_item_band_2 on media_item (((phash >> 13) & 8191)) where phash is not null;
create index media_item_band_3 on media_item (((phash >> 26) & 8191)) where phash is not null;
create index media_item_band_4 on media_item (((phash >> 39) & 8191)) where phash is not null;
create index media_item_band_5 on media_item (((phash >> 52) & 4095)) where phash is not null;

-- The same picture under two companies. It stays a doubt until the platform has looked at it.
create table media_likeness (
  id bigint generated always as identity primary key,
  item_id bigint not null references media_item on delete cascade,
  other_id bigint not null references media_item on delete cascade,
  distance smallint not null check (distance between 0 and 64),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by bigint references person,
  note text not null default '' check (length(note) <= 500),
  unique (item_id, other_id)
);
create index media_likeness_other on media_likeness (other_id);

-- A file on its way: the pieces lie in the storage under keys of their own until the last has come. Whoever gives up halfway leaves
-- a row here, which the clock takes away together with its pieces.
create table upload_session (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  property_id bigint not null references property on delete cascade,
  unit_id bigint references unit on delete cascade,
  media_type smallint not null check (media_type in (0, 1, 3)),
  replaces bigint references media_item on delete cascade,
  name text not null check (length(name) <= 200),
  size int not null check (size > 0),
  received int not null default 0 check (received between 0 and size),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index upload_session_person on upload_session (person_id);
create index upload_session_expiry on upload_session (expires_at);
create table upload_part (
  session_id bigint not null references upload_session on delete cascade,
  at int not null check (at >= 0),
  key text not null unique,
  bytes int not null check (bytes > 0),
  primary key (session_id, at)
);

-- AVIF is half the size and ten times the work of WebP: the clock makes it when nobody waits.
alter table media_file add column wants_avif boolean not null default false;
create index media_file_wants_avif on media_file (id) where wants_avif;
