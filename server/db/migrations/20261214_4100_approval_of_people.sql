-- Enabling a disabled account gives its role again, so the waiting period of a second approver begins again (contract/approval/purposes.ts).
drop trigger person_role_since on person;
create trigger person_role_since before update of user_type, staff_role_id, is_active on person for each row
  when (old.user_type is distinct from new.user_type or old.staff_role_id is distinct from new.staff_role_id or (new.is_active and not old.is_active))
  execute function person_role_since();

-- The people who got permissions on money by a request about a role, set when it is carried out. They and the requester cannot approve requests of each
-- other for 30 days (server/approval/blockers.ts). A request about one person names that person as its subject.
alter table approval_request add people_given bigint[] not null default '{}';
update approval_request set people_given = coalesce((select array_agg(id order by id) from person where staff_role_id = approval_request.subject_id), '{}')
  where kind = 'roleGrants' and status = 'approved';
