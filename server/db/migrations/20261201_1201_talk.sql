-- Who asks stays unreachable (no number, no address) until a tour is confirmed or unless they said that they may be called.
alter table lead add column reachable_at timestamptz;
-- The language somebody without an account asked in: theirs is written back in it.
alter table lead add column language text not null default 'en' check (language in ('en', 'sw'));
update lead set reachable_at = created_at;
alter table thread drop column may_call;

-- Every enquiry has a conversation, however it came; what was asked is its first word.
alter table thread add column guest_seq int not null default 0;
alter table thread add column team_read int not null default 0;
create function make_thread() returns trigger language plpgsql as $$
declare
  talk bigint;
  guest bigint;
  asked boolean := new.message <> '' and new.source <> 'manual';
begin
  insert into thread (company_id, property_id, lead_id, last_seq, last_at, guest_seq, team_read)
    values (new.company_id, new.property_id, new.id, asked::int, new.created_at, asked::int, (asked and new.first_answer_at is not null)::int)
    returning id into talk;
  insert into thread_member (thread_id, person_id, guest, read_upto) values (talk, new.person_id, true, asked::int) returning id into guest;
  if asked then
    insert into thread_message (thread_id, seq, client_key, member_id, body, at)
      values (talk, 1, gen_random_uuid(), guest, left(new.message, 4000), new.created_at);
  end if;
  return null;
end $$;
create trigger lead_has_thread after insert on lead for each row execute function make_thread();

with made as (
  insert into thread (company_id, property_id, lead_id, last_seq, last_at, guest_seq, team_read)
    select company_id, property_id, id, asked::int, created_at, asked::int, (asked and first_answer_at is not null)::int
    from (select *, message <> '' and source <> 'manual' as asked from lead) lead
    where not exists (select 1 from thread t where t.lead_id = lead.id)
    returning id, lead_id, last_seq
), members as (
  insert into thread_member (thread_id, person_id, guest, read_upto)
    select made.id, lead.person_id, true, made.last_seq from made join lead on lead.id = made.lead_id
    returning id, thread_id
)
insert into thread_message (thread_id, seq, client_key, member_id, body, at)
  select made.id, 1, gen_random_uuid(), members.id, left(lead.message, 4000), lead.created_at
  from made join members on members.thread_id = made.id join lead on lead.id = made.lead_id where made.last_seq = 1;
