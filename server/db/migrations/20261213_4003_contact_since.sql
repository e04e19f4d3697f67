-- Codes for payouts go only to a contact that the person has had for a day. phone_changed_at is set only where one number replaces another; a number
-- that is added to an account counts here too, because a stolen session would add one.
alter table person add column phone_since timestamptz, add column email_since timestamptz;
create function app.contact_since() returns trigger language plpgsql as $$
begin
  if new.phone is distinct from old.phone then
    new.phone_since := app.now();
  end if;
  if new.email is distinct from old.email then
    new.email_since := app.now();
  end if;
  return new;
end $$;
create trigger person_contact_since before update of phone, email on person for each row execute function app.contact_since();
