-- Jobs on pg-boss in place of outbox and job_run.

-- A key that was used names its effect for good; the queue itself forgets a finished job. Hashed: a key may name a person.
create table job_key (key uuid primary key, used_at timestamptz not null default app.now());

-- Jobs that failed for good, until somebody has looked at them. A scheduled one has one open row, however often it fails.
create table dead_job (
  id bigint generated always as identity primary key,
  queue text not null,
  job_id uuid not null,
  scheduled boolean not null,
  payload jsonb,
  problem text not null,
  attempts int not null,
  times int not null default 1,
  promised_at timestamptz not null,
  died_at timestamptz not null default app.now(),
  settled_at timestamptz,
  settled_as text check (settled_as in ('run_again', 'dismissed', 'recovered')),
  settled_by bigint references person on delete set null,
  check ((settled_at is null) = (settled_as is null))
);
create index dead_job_list on dead_job (died_at desc, id desc);
create unique index dead_job_promised on dead_job (job_id) where not scheduled;
create unique index dead_job_scheduled on dead_job (queue) where scheduled and settled_at is null;

/* What a queue is made with when something is promised before a worker has seen it; server/jobs/queues.ts says more by kind. */
select job.create_queue('dead', '{"policy": "standard", "notify": true, "retryLimit": 1000, "retryDelay": 30, "retentionSeconds": 31536000}');
create function make_queue(topic text) returns void language sql as $$
  select job.create_queue(topic, '{"policy": "standard", "notify": true, "retryLimit": 11, "retryDelay": 5, "retryBackoff": true,
    "retryDelayMax": 3600, "retentionSeconds": 31536000, "deleteAfterSeconds": 86400, "deadLetter": "dead", "heartbeatSeconds": 20}')
$$;

/*
 * Promises a job in the caller's transaction, as boss.send() would (a test holds the two against each other), from SQL and TypeScript
 * alike. Answers its id, or null when the key was used before or the queue takes no second one. Jobs of one transaction keep their order.
 */
create function emit_job(topic text, payload jsonb, once text default null, due timestamptz default null) returns uuid language plpgsql as $$
declare
  made uuid := coalesce(left(encode(sha256(convert_to(topic || ':' || once, 'UTF8')), 'hex'), 32)::uuid, gen_random_uuid());
  starts timestamptz := coalesce(due, job.job_now());
begin
  if once is not null then
    insert into job_key (key) values (made) on conflict do nothing;
    if not found then return null; end if;
  end if;
  if not exists (select from job.queue where name = topic) then perform make_queue(topic); end if;
  insert into job.job_common (id, name, data, start_after, created_on, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
    retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select made, q.name, payload, starts, clock_timestamp(), q.expire_seconds, q.deletion_seconds, starts + q.retention_seconds * interval '1s',
    q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
  from job.queue q where q.name = topic
  on conflict do nothing;
  if not found then return null; end if;
  if starts <= job.job_now() then perform pg_notify('pgboss_' || left(encode(sha224('job'::bytea), 'hex'), 24), topic); end if;
  return made;
end $$;

-- What waits in the outbox goes on, in order; what it gave up is shown as dead, messages without what they said (links were in it); keys stay used.
select emit_job(topic, payload, null, greatest(due_at, app.now())) from (select * from outbox where done_at is null and attempts < 12 order by due_at, id) waiting;
insert into dead_job (queue, job_id, scheduled, payload, problem, attempts, promised_at)
  select topic, gen_random_uuid(), false, case when topic <> 'notification.deliver' then payload end, coalesce(error, ''), attempts, created_at from outbox where done_at is null and attempts >= 12;
insert into job_key (key, used_at)
  select left(encode(sha256(convert_to(topic || ':' || key, 'UTF8')), 'hex'), 32)::uuid, created_at from outbox where key is not null
  on conflict do nothing;
drop table outbox, job_run;
drop function outbox_wakes();
