import { sql } from 'kysely';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

const bios = [
  'I let flats along Thika Road and in Kasarani. I answer my own phone and do not charge for tours.',
  'I have sold houses and plots in Nairobi and Kiambu for twelve years. I check the title at Ardhi House before I list a plot.',
  'I let offices and shops in Westlands and Upper Hill, from one desk to a whole floor.',
  'I grew up in Mombasa and know the area from Nyali to Mtwapa well. Ask me about the water supply before you sign.',
];
const languages = [
  ['English', 'Kiswahili'],
  ['English', 'Kiswahili', 'Kikuyu'],
  ['English', 'Kiswahili', 'Luo'],
  ['English', 'Kiswahili', 'Kamba'],
];
const specialities = [
  ['rentals', 'students'],
  ['sales', 'land'],
  ['commercial', 'management'],
  ['rentals', 'upmarket'],
];
const said: readonly (readonly [number, string, string | null])[] = [
  [
    5,
    'Came on time and knew the block and the caretaker well. The deposit was the same as in the listing.',
    'Karibu tena, and greetings to your family.',
  ],
  [4, 'Honest about the water rationing. Moved the second viewing once.', null],
  [5, 'Showed us three flats in one morning and let us take our time.', null],
  [3, 'Friendly, but replies only late in the evening.', 'I was very busy that month. I now reply within an hour.'],
  [4, 'The house was just like the photos. We got the keys on the agreed day.', null],
  [5, 'Explained every charge before we paid anything.', null],
];

/** Adds this year's EARB certificates: most are checked, one expires soon and one has expired; pending agents have uploaded theirs. */
async function fillCertificates(db: Db): Promise<void> {
  await sql`insert into agent_certificate (person_id, number, expires_on, seen, judged_by, judged_at, created_at)
    select a.id, (2000 + a.id)::text, app.today() + case a.n % 7 when 3 then 25 when 5 then -12 else 200 end,
      case when a.verified_status = 'verified' then true end, case when a.verified_status = 'verified' then j.id end,
      case when a.verified_status = 'verified' then app.now() - interval '160 days' end, app.now() - make_interval(days => case when a.verified_status = 'verified' then 161 else 2 end)
    from (select p.id, p.verified_status, row_number() over (order by p.id) - 1 as n from person p
      where p.user_type = 5 and p.verified_status in ('verified', 'pending') and not p.onboarding) a
      cross join (select min(id) as id from person where user_type = 2) j
    where not exists (select from agent_certificate c where c.person_id = a.id)`.execute(db);
}

/** Adds agent profiles and the reviews of agents by tenants; they are always the same. */
export async function fillAgents(db: Db): Promise<void> {
  await fillCertificates(db);
  const agents = await db
    .selectFrom('person')
    .select(['id'])
    .where('user_type', '=', 5)
    .where('verified_status', '=', 'verified')
    .orderBy('id')
    .execute();
  const tenants = await db.selectFrom('person').select(['id']).where('user_type', '=', 0).orderBy('id').limit(40).execute();
  for (const [at, agent] of agents.entries()) {
    const details = JSON.stringify({
      bio: bios[at % bios.length],
      languages: languages[at % languages.length],
      specialities: specialities[at % specialities.length],
    });
    await sql`insert into person_profile (person_id, kind, details) values (${agent.id}, 'agent', ${details}::jsonb)
      on conflict (person_id) do update set details = person_profile.details || excluded.details`.execute(db);
    if (at % 3 === 2) continue;
    for (let n = 0; n < Math.min(2 + ((at * 5) % 4), tenants.length); n++) {
      const author = tenants[(at * 7 + n * 3) % tenants.length];
      const [score, body, reply] = said[(at + n) % said.length] ?? [5, '', null];
      if (!author) continue;
      await sql`insert into review (target, agent_id, author_id, basis, basis_id, score, body, anonymous, status, reply, replied_by, replied_at, created_at)
        values ('agent', ${agent.id}, ${author.id}, ${n % 2 === 0 ? 'tour' : 'tenancy'}, ${agent.id * 100 + n}, ${score}, ${body}, ${n === 3}, 'published',
          ${reply}, ${reply ? agent.id : null}, ${reply ? sql`app.now() - make_interval(days => ${n * 9 + 1})` : null}, app.now() - make_interval(days => ${at * 3 + n * 9 + 2}))
        on conflict do nothing`.execute(db);
    }
  }
}
