-- The day since which a person has their role. A second approver of money must have had the role for seven days (contract/approval/purposes.ts): the
-- day of the account says nothing, because an account can be old and its role new. A trigger keeps it, so that no way of giving a role forgets it.
alter table person add role_since timestamptz not null default app.now();
update person set role_since = greatest(created_at, coalesce((select max(accepted_at) from invitation
  where invitation.accepted_by = person.id and invitation.kind in ('staff', 'admin', 'subadmin', 'superadmin')), created_at));

create function person_role_since() returns trigger language plpgsql as $$
begin
  new.role_since := app.now();
  return new;
end $$;
create trigger person_role_since before update of user_type, staff_role_id on person for each row
  when (old.user_type is distinct from new.user_type or old.staff_role_id is distinct from new.staff_role_id)
  execute function person_role_since();
