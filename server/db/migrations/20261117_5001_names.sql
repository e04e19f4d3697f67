-- Tables by the words a newcomer would look for; what belongs to them is renamed in step.
do $$
declare t record; c record;
begin
  for t in select * from (values ('media_likeness', 'media_similar'), ('listing_seen', 'listing_view'), ('saved_search_told', 'saved_search_notified')) v (was, is_now) loop
    execute format('alter table %I rename to %I', t.was, t.is_now);
    for c in select conname as name from pg_constraint where conrelid = t.is_now::regclass and starts_with(conname, t.was || '_') loop
      execute format('alter table %I rename constraint %I to %I', t.is_now, c.name, replace(c.name, t.was, t.is_now));
    end loop;
    for c in select relname as name, relkind as kind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and starts_with(relname, t.was || '_') loop
      execute format('alter %s %I rename to %I', case c.kind when 'i' then 'index' else 'sequence' end, c.name, replace(c.name, t.was, t.is_now));
    end loop;
  end loop;
end $$;
