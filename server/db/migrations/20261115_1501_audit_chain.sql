-- The audit log becomes tamper-evident and knows who looked as whom.

-- Looking as another person: a short session of its own, which ends with the session of the one who looks.
alter table person_session
  add column impersonator_id bigint references person on delete cascade,
  add column impersonator_session_id bigint references person_session on delete cascade,
  add constraint person_session_look check ((impersonator_id is null) = (impersonator_session_id is null));
create index person_session_look on person_session (impersonator_session_id) where impersonator_session_id is not null;

-- chain_no is gapless, which ids are not (a rolled-back transaction takes one along): a missing number is a missing row.
alter table audit_log
  add column impersonated_by bigint,
  add column chain_no bigint,
  add column prev_hash bytea,
  add column hash bytea,
  add constraint audit_log_sealed check ((chain_no is null) = (hash is null) and (prev_hash is null) = (hash is null));
create unique index audit_log_chain on audit_log (chain_no) where chain_no is not null;
create index audit_log_unchained on audit_log (at, id) where chain_no is null;

-- What the log is searched by.
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_company on audit_log (company_id, at desc, id desc) where company_id is not null;
create index audit_log_impersonator on audit_log (impersonated_by, id desc) where impersonated_by is not null;
create index audit_log_code on audit_log using gin (record_code gin_trgm_ops);
create index audit_log_ip on audit_log (ip text_pattern_ops);
create index audit_log_fields on audit_log using gin (diff jsonb_path_ops);

-- The last link. Whoever chains holds its row, so one chains at a time; a log cut off at its end no longer reaches it.
create table audit_chain_head (
  one boolean primary key default true check (one),
  chain_no bigint not null,
  hash bytea not null,
  chained_at timestamptz not null default now()
);
insert into audit_chain_head (chain_no, hash) values (0, sha256('makao audit log'::bytea));

-- What a row's hash stands for: the hash before it, its place, and everything it says.
create function audit_hash(r audit_log) returns bytea language sql stable as $$
  select sha256(r.prev_hash || convert_to(jsonb_build_array(
    r.chain_no, r.id, (extract(epoch from r.at) * 1000000)::bigint, r.actor_id, r.actor_type, r.company_id, r.impersonated_by,
    r.ip, r.agent, r.request_id, r.kind, r.document, r.record_id, r.record_code, r.diff, r.reason)::text, 'UTF8'))
$$;

-- Chains what is not chained yet, oldest first, at most so many; answers how many it chained.
create function audit_chain(at_most int) returns int language plpgsql as $$
declare
  r audit_log;
  last_no bigint;
  last_hash bytea;
  done int := 0;
begin
  select chain_no, hash into last_no, last_hash from audit_chain_head for update;
  for r in select * from audit_log where chain_no is null order by at, id limit at_most loop
    r.chain_no := last_no + 1;
    r.prev_hash := last_hash;
    r.hash := audit_hash(r);
    update audit_log set chain_no = r.chain_no, prev_hash = r.prev_hash, hash = r.hash where id = r.id;
    last_no := r.chain_no;
    last_hash := r.hash;
    done := done + 1;
  end loop;
  if done > 0 then update audit_chain_head set chain_no = last_no, hash = last_hash, chained_at = now(); end if;
  return done;
end $$;

-- Append-only still: the one change allowed is the chaining of a row that is not chained, with the hash that follows from it.
create function audit_log_change() returns trigger language plpgsql as $$
declare
  was audit_log := old;
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null and new.hash = audit_hash(new) then
    was.chain_no := new.chain_no;
    was.prev_hash := new.prev_hash;
    was.hash := new.hash;
    if was is not distinct from new then return new; end if;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
create function audit_log_insert() returns trigger language plpgsql as $$ begin
  if new.hash is not null then raise exception 'audit_log is chained by audit_chain() alone' using errcode = 'restrict_violation'; end if;
  return new;
end $$;
drop trigger audit_log_frozen on audit_log;
create trigger audit_log_frozen before update or delete on audit_log for each row execute function audit_log_change();
create trigger audit_log_unsealed before insert on audit_log for each row when (new.hash is not null) execute function audit_log_insert();
