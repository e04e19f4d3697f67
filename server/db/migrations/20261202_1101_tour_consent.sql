-- Whoever lives in a home answers for themselves whether it may be seen: who said it, when, and why not or when it would suit.
alter table tour
  add column consent_by bigint references person,
  add column consent_at timestamptz,
  add column consent_note text not null default '' check (length(consent_note) <= 300);
create index tour_lived_in on tour (unit_id, starts_at) where consent <> 'none';

-- Whether whoever booked showed that the number is theirs; one that is only said is not texted, and counts for nobody.
alter table tour add column phone_proved boolean not null default true;
drop index tour_once;
create unique index tour_once on tour (viewing_id, phone) where status in ('requested', 'confirmed') and phone_proved;
