-- The wizard names what it makes, so that a form sent twice makes one property.
alter table property add column client_key uuid;
create unique index property_client_key on property (created_by, client_key) where client_key is not null;
