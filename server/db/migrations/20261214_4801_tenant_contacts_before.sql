-- The contacts that a company replaced in the record of a tenant, with the time, so that an agreement sent soon after tells the earlier contact.
alter table tenant add column contacts_before jsonb not null default '[]';
