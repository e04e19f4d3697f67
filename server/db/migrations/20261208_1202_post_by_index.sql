/*
 * The same as before, found by index: PostgreSQL takes every list of pairs for ten thousand and read all accounts and totals there are to post two.
 * What is looked up by a key is a question of its own here, so that no plan can read the whole table for it.
 */
create or replace function ledger_post(given jsonb) returns table (event_key text, journal_id bigint) language plpgsql security definer set search_path = public, app, pg_temp as $$
declare wrong text; m date;
begin
  select g.key into wrong from (select j ->> 'key' as key from jsonb_array_elements(given) j) g group by g.key having count(*) > 1 limit 1;
  if wrong is not null then raise exception 'the event % stands twice in one batch', wrong using errcode = 'LG001'; end if;
  for m in select distinct date_trunc('month', (j ->> 'day')::date)::date from jsonb_array_elements(given) j order by 1 loop
    perform pg_advisory_xact_lock_shared(4711, to_char(m, 'YYYYMM')::int);
    if exists (select 1 from ledger_period p where p.month >= m) then raise exception 'the month % is closed', m using errcode = 'LG002'; end if;
  end loop;
  perform set_config('ledger.posting', '1', true);
  with fresh as (
    insert into ledger_account as a (key, fund, code, company_id, tenancy_id, ref)
      select n.key, split_part(n.key, ':', 1), split_part(n.key, ':', 2)::smallint, nullif(split_part(n.key, ':', 3), '')::bigint, nullif(split_part(n.key, ':', 4), '')::bigint,
        substr(n.key, length(split_part(n.key, ':', 1)) + length(split_part(n.key, ':', 2)) + length(split_part(n.key, ':', 3)) + length(split_part(n.key, ':', 4)) + 5)
      from (select distinct s.key from jsonb_array_elements(given) j, jsonb_array_elements(j -> 'pairs') p, lateral (values (p ->> 1), (p ->> 2)) s (key)) n
      where (select k.id from ledger_account k where k.key = n.key) is null order by n.key
      on conflict (key) do nothing returning a.id, a.code)
  insert into ledger_total (account_id, side, floored) select fresh.id, k.side, k.floored from fresh join account_kind k on k.code = fresh.code and k.kept;
  with g as materialized (select j, j ->> 'key' as key, j -> 'pairs' as pairs from jsonb_array_elements(given) j),
  made as (
    insert into journal as k (event_key, kind, day, value_day, month, source, source_id, company_id, params, by_id, reverses, digest)
      select g.key, j ->> 'kind', (j ->> 'day')::date, (j ->> 'value_day')::date, date_trunc('month', (j ->> 'day')::date)::date, j ->> 'source', (j ->> 'source_id')::bigint,
        (j ->> 'company_id')::bigint, coalesce(j -> 'params', '{}'), (j ->> 'by_id')::bigint, (j ->> 'reverses')::bigint, md5(g.pairs::text)
      from g on conflict on constraint journal_event_key_key do nothing returning k.id, k.event_key, k.month),
  written as (
    insert into journal_entry as e (journal_id, line, month, fund, dr, cr, cents)
      select made.id, p.n, made.month, p.v ->> 0, (select d.id from ledger_account d where d.key = p.v ->> 1), (select c.id from ledger_account c where c.key = p.v ->> 2), (p.v ->> 3)::bigint
      from made join g on g.key = made.event_key cross join lateral jsonb_array_elements(g.pairs) with ordinality p (v, n)
      returning e.dr, e.cr, e.cents),
  moved as materialized (
    select s.account, sum(s.dr)::bigint as dr, sum(s.cr)::bigint as cr
    from written w cross join lateral (values (w.dr, w.cents, 0::bigint), (w.cr, 0::bigint, w.cents)) s (account, dr, cr) group by s.account),
  locked as materialized (select t.account_id from ledger_total t where t.account_id = any (array(select account from moved)) order by t.account_id for update),
  due as materialized (select moved.account, moved.dr, moved.cr from moved where moved.account in (select account_id from locked))
  update ledger_total t set dr = t.dr + due.dr, cr = t.cr + due.cr from due where due.account = t.account_id;
  perform set_config('ledger.posting', '', true);
  select g.j ->> 'key' into wrong from jsonb_array_elements(given) g (j)
  where (select k.digest from journal k where k.event_key = g.j ->> 'key') <> md5((g.j -> 'pairs')::text) limit 1;
  if wrong is not null then raise exception 'the event % was booked before with other amounts', wrong using errcode = 'LG001'; end if;
  return query select g.j ->> 'key', (select k.id from journal k where k.event_key = g.j ->> 'key') from jsonb_array_elements(given) g (j);
end $$;
