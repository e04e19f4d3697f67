-- A number that changed a short while ago signs nothing: since when somebody has the one they have, in place of another.
alter table person add column phone_changed_at timestamptz;
create function app.phone_changed() returns trigger language plpgsql as $$
begin
  new.phone_changed_at := app.now();
  return new;
end $$;
create trigger person_phone_changed before update of phone on person for each row
  when (old.phone is not null and new.phone is not null and old.phone is distinct from new.phone) execute function app.phone_changed();

-- Whoever signed and closed their account keeps their name on the paper, not their number in our rows.
alter table agreement_party drop constraint agreement_party_check;
alter table agreement_party add constraint agreement_party_reached
  check (phone is not null or email is not null or status in ('signed', 'rejected', 'expired', 'void'));
-- The text as it was frozen, block by block, beside what was merged in.
alter table agreement add column text jsonb;
create index agreement_scan on agreement ((wet_ink ->> 'sha256')) where wet_ink is not null;
create index agreement_text on agreement (pdf_sha256) where pdf_sha256 is not null;
create index agreement_party_remind on agreement_party (remind_at) where status in ('sent', 'viewed');
