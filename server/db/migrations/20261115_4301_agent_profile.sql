-- What an agent says of themselves is edited, and strangers read it: two tabs must not overwrite each other, and kept pages go.
alter table person_profile add column revision int not null default 1;

-- Where somebody says they work: the places they chose, else the counties they named when they joined. A merged place is where it went.
create function agent_places(details jsonb) returns table (id bigint, kind text, name text) language sql stable as $$
  select distinct l.id, l.kind, l.name from location l
  where l.deleted_at is null and l.visible and (
    l.id in (select coalesce(o.merged_into, o.id) from jsonb_array_elements_text(coalesce(details -> 'places', '[]')) p join location o on o.id = p::bigint)
    or (not details ? 'places' and l.kind = 'county' and l.county in (select jsonb_array_elements_text(coalesce(details -> 'areas', '[]'))))) $$;

create function profile_pages_follow() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', '');
  return null;
end $$;
create trigger profile_pages_follow after update of details on person_profile
  for each row when (new.kind = 'agent' and new.details is distinct from old.details) execute function profile_pages_follow();
