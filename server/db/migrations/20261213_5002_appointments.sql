-- An invitation to be a super admin or an admin is sent when a second person has approved it. Until then it has no key, so that no one can open it.
alter table invitation add awaits_approval boolean not null default false;
