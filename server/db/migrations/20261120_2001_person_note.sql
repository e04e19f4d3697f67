-- What the platform's staff write down about somebody, for each other. Never the person's to see on a screen; theirs to ask for (Data Protection
-- Act, s. 26), and gone with the account.
create table person_note (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  author_id bigint references person on delete set null,
  body text not null check (char_length(body) between 1 and 2000),
  pinned boolean not null default false,
  created_at timestamptz not null default app.now(),
  edited_at timestamptz
);
create index person_note_person on person_note (person_id, pinned desc, id desc);
-- One stands on top.
create unique index person_note_pinned on person_note (person_id) where pinned;
