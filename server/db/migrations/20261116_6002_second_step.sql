-- Those who run the platform sign in with a second step. Only the demo's accounts, whose password is printed anyway, are let off.
alter table person add column second_step_waived boolean not null default false;
