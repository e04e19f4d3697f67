-- What was checked when a property was verified or turned down, in which way and on what evidence. Those of one verification share its moment.
create table property_check (
  id bigint generated always as identity primary key,
  property_id bigint not null references property on delete cascade,
  what text not null check (what in ('exists', 'access', 'authority', 'units', 'pictures', 'position')),
  way text not null check (way in ('site', 'papers')),
  note text not null default '',
  file_id bigint references media_file on delete set null,
  checked_by bigint references person,
  checked_at timestamptz not null,
  unique (property_id, checked_at, what),
  check (note <> '' or file_id is not null)
);
