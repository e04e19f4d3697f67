-- A sheet may also update units that are there: what it changed in each is kept, so that the same undo takes it back.
alter table intake add column updated int not null default 0;

create table intake_change (
  id bigint generated always as identity primary key,
  intake_id bigint not null references intake,
  property_id bigint not null references property,
  unit_id bigint not null references unit,
  -- The columns of the unit that were changed, as they were; a term that was inherited is null, and so is inherited again.
  before jsonb not null default '{}',
  -- As the sheet left the unit: another number now means that somebody has changed it since.
  revision int not null,
  moved text check (moved in ('occupy_said', 'vacate_said')),
  -- Since when the unit had been what it was before it was moved.
  since timestamptz,
  undone_at timestamptz
);
create unique index intake_change_one on intake_change (intake_id, unit_id);
create index intake_change_property on intake_change (property_id);
create index intake_change_unit on intake_change (unit_id);

-- People stand apart from it: who is erased is erased here too.
create table intake_lives (
  id bigint generated always as identity primary key,
  intake_change_id bigint not null references intake_change,
  occupant_id bigint not null references occupant on delete cascade,
  became text not null check (became in ('made', 'ended', 'changed')),
  before jsonb not null default '{}'
);
create index intake_lives_change on intake_lives (intake_change_id);
create index intake_lives_occupant on intake_lives (occupant_id);
