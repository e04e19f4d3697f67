-- Who said that a review helped: once a person.
create table review_helpful (
  review_id bigint not null references review on delete cascade,
  person_id bigint not null references person on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, person_id)
);

-- Why a text waits for somebody to look at it, as found when it was written.
alter table review add column doubts text[] not null default '{}';

-- The same text again, whatever its case and signs.
create function same_text(said text) returns text language sql immutable as $$ select md5(trim(lower(regexp_replace(said, '\W+', ' ', 'g')))) $$;
create index review_same_text on review (same_text(body));

-- The one rule of an average: published in the last 24 months, drawn towards 3.5 as if five people had said so before.
create function review_rating(which text, whose bigint) returns table (average numeric, n int) language sql stable as $$
  select round((3.5 * 5 + coalesce(sum(r.score), 0)) / (5 + count(*)), 2), count(*)::int from review r
  where r.target = which and r.status = 'published' and r.created_at > now() - interval '24 months'
    and ((which = 'property' and r.property_id = whose) or (which = 'unit' and r.unit_id = whose) or (which = 'agent' and r.agent_id = whose)) $$;
create index review_unit on review (unit_id, id desc) where unit_id is not null;

-- Kept on the property, since search sorts by it. The property is held first and read afterwards, so that of two reviews at one moment both count.
create function rate_property(whose bigint) returns void language plpgsql as $$
declare score real; rated int;
begin
  perform 1 from property where id = whose for no key update;
  select case when n > 0 then average end, n into score, rated from review_rating('property', whose);
  update property set rating_avg = score, rating_count = rated where id = whose and (rating_avg, rating_count) is distinct from (score, rated);
end $$;

create function review_rates() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.target = 'property' then perform rate_property(new.property_id);
  elsif tg_op = 'DELETE' and old.target = 'property' then perform rate_property(old.property_id); end if;
  return null;
end $$;
create trigger review_rates after insert or delete or update of status, score, created_at on review for each row execute function review_rates();
