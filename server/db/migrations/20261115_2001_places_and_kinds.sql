-- Where homes are and what they are called: the tree of places, and the vocabulary of kinds and amenities.

-- Country, county, sub-county, ward, estate. `county` is the county's code: it is also the region people look after.
create table location (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('country', 'county', 'sub_county', 'ward', 'estate')),
  parent_id bigint references location,
  code text,
  county text check (county ~ '^0[0-4][0-9]$'),
  name text not null check (length(name) between 1 and 120),
  slug text not null,
  aliases text[] not null default '{}',
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  visible boolean not null default true,
  merged_into bigint references location,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((kind = 'country') = (parent_id is null))
);
create index location_parent on location (parent_id);
create index location_name on location using gin (lower(name) gin_trgm_ops);
create unique index location_sibling on location (parent_id, kind, lower(name)) where deleted_at is null;

-- One table for the four vocabularies: they are kept, hidden, merged and ordered alike.
create table taxon (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('amenity', 'property_type', 'property_category', 'unit_type')),
  code text not null check (code ~ '^[a-z0-9_]{1,60}$'),
  name text not null check (length(name) between 1 and 80),
  name_sw text not null default '',
  icon text not null default '',
  grouped text not null default '',
  applies_to text not null default 'both' check (applies_to in ('property', 'unit', 'both')),
  listing_types smallint[] not null default '{0,1,2}',
  -- What a unit type has unless its unit says otherwise.
  bedrooms smallint check (bedrooms between 0 and 20),
  -- The category a property type belongs to.
  category_id bigint references taxon,
  aliases text[] not null default '{}',
  sort int not null default 0,
  visible boolean not null default true,
  searchable boolean not null default true,
  -- The amenity's place in the search mask (server/search): given once, free again when the amenity is gone.
  bit smallint check (bit between 0 and 61),
  merged_into bigint references taxon,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index taxon_code on taxon (kind, code) where deleted_at is null;
create unique index taxon_name on taxon (kind, lower(name)) where deleted_at is null;
create unique index taxon_bit on taxon (bit) where bit is not null and deleted_at is null;
