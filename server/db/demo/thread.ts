import { sql } from 'kysely';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

/** The first answers of staff, and the replies of visitors. */
const answers = [
  [
    'Good morning, and thank you for your enquiry. The home is available. When would you like to tour it?',
    'Saturday morning would be good, around ten.',
  ],
  ['Karibu. The deposit is one month’s rent, and the service charge includes water.', 'Thank you. Is there parking for one car?'],
  ['Thank you for your message. The gate is at the end of the lane, beside the pharmacy.', 'I know the place. I will come with my sister.'],
] as const;

/** Conversations with several messages: staff answered and the visitor wrote again. Some last messages are unread. */
export async function fillThreads(db: Db): Promise<void> {
  const talks = sql`select t.id, t.company_id, l.first_answer_at as at, l.person_id is not null as known,
      coalesce(l.assigned_to, (select p.id from person p where p.company_id = t.company_id order by p.id limit 1)) as who,
      g.id as guest, row_number() over (order by t.id) % ${answers.length} as way
    from thread t join lead l on l.id = t.lead_id join thread_member g on g.thread_id = t.id and g.guest
    where t.last_seq = 1 and l.first_answer_at is not null and l.first_answer_at < app.now() - interval '2 hours'`;
  const said = answers.map(([answer, reply], way) => sql`(${way}::bigint, ${answer}, ${reply})`);
  await sql`with talk as materialized (${talks}),
    words (way, answer, reply) as (values ${sql.join(said)}),
    team as (
      insert into thread_member (thread_id, person_id, guest, read_upto) select id, who, false, 0 from talk where who is not null
      on conflict do nothing returning id, thread_id
    ),
    first as (
      insert into thread_message (thread_id, seq, client_key, member_id, body, at)
      select talk.id, 2, gen_random_uuid(), team.id, words.answer, talk.at from talk join team on team.thread_id = talk.id join words using (way)
    ),
    second as (
      insert into thread_message (thread_id, seq, client_key, member_id, body, at)
      select talk.id, 3, gen_random_uuid(), talk.guest, words.reply, talk.at + interval '40 minutes'
      from talk join team on team.thread_id = talk.id join words using (way) where not talk.known
    ),
    read as (
      update thread_member m set read_upto = case when talk.known then 1 else 3 end from talk join team on team.thread_id = talk.id where m.id = talk.guest
    )
    update thread t set last_seq = case when talk.known then 2 else 3 end, team_read = case when talk.known then 2 else 3 end,
      guest_seq = case when talk.known then 1 else 3 end, last_at = talk.at + case when talk.known then interval '0' else interval '40 minutes' end
    from talk join team on team.thread_id = talk.id where t.id = talk.id`.execute(db);
}
