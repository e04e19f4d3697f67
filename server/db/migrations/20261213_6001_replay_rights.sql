-- A stored answer was sent again for a day, also after its caller had lost the right to read it. It is kept with a mark of the caller's rights, and
-- is sent again only while they are the same.
alter table write_once add column rights bytea;
