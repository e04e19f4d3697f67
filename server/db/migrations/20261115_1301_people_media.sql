-- Who a company may see beside its own people: those it invited or works for. Without a row here it sees nobody.
create table company_connection (
  company_id bigint not null references company,
  person_id bigint not null references person,
  created_at timestamptz not null default now(),
  primary key (company_id, person_id)
);
create index company_connection_person on company_connection (person_id);

create index person_region on person (region, user_type) where closed_at is null;
create index person_name on person using gin (name gin_trgm_ops);
create index person_closed on person (closed_at) where closed_at is not null;

-- What people upload. A file is kept as one or more variants; a variant is named by the hash of its bytes, so equal bytes are kept once.
create table media_file (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('profile', 'picture', 'document', 'video')),
  visibility text not null check (visibility in ('public', 'private')),
  uploaded_by bigint references person,
  company_id bigint references company,
  name text not null default '',
  created_at timestamptz not null default now()
);
create index media_file_person on media_file (uploaded_by);
create table media_variant (
  file_id bigint not null references media_file on delete cascade,
  label text not null,
  key text not null,
  type text not null,
  bytes int not null,
  width int,
  height int,
  primary key (file_id, label)
);
create index media_variant_key on media_variant (key);

-- Keys that may have to go: written before a file is put down and when one is given up. A job removes what no variant names.
create table media_doubt (
  key text primary key,
  at timestamptz not null default now()
);
