-- A problem can be reported about any booking of one's own, also one that came without an application.
alter table application_report alter column application_id drop not null;
