-- Moving to another unit on a day to come: what was agreed, until the clock carries it out. The unit is held by a stay of its own.
alter table tenancy add column transfer jsonb;
create index tenancy_transfer on tenancy (id) where transfer is not null;
