-- Leaving with a shorter notice than was agreed, while whoever lives there has not said yes: nothing of it holds before they do.
alter table tenancy add column leaving_ask jsonb;
create index tenancy_leaving_ask on tenancy (id) where leaving_ask is not null;
