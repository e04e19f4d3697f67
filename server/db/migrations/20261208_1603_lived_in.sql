-- Somebody lives or lived there: what is paid is the owner's at once. Before that, and where nobody ever came (withdrawn), it is held.
create function app.lived_in(t tenancy) returns boolean language sql stable as
$$ select t.status <> 'pending' and coalesce(t.termination ->> 'kind', '') <> 'withdrawn' $$;
