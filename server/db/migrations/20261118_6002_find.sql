-- What Ctrl K finds: people by e-mail, phone and code beside their name; units, listings, leads and companies by name, number and code.
create index person_email_found on person using gin (email gin_trgm_ops);
create index person_phone_found on person using gin (phone gin_trgm_ops);
create index company_found on company using gin (name gin_trgm_ops);
create index unit_name_found on unit (lower(name)) where deleted_at is null;
create index listing_title_found on listing using gin (title gin_trgm_ops);
create index lead_name_found on lead using gin (name gin_trgm_ops);
create index lead_phone_found on lead using gin (phone gin_trgm_ops);
