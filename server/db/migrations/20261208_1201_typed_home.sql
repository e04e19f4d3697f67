-- What people type at the paybill in place of an account number is a home's name: found by an index, not by reading every name there is.
create function app.bare(text) returns text language sql immutable strict parallel safe return regexp_replace(upper($1), '[^A-Z0-9]', '', 'g');
create index property_bare_name on property (app.bare(name));
