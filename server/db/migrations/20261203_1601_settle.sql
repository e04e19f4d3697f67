-- After a lease was rejected or ran out: until when a new version is written, before what is held for it is let go.
alter table agreement add column settle_by timestamptz;
create index agreement_settle on agreement (settle_by) where settle_by is not null and status in ('expired', 'rejected');
