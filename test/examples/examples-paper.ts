import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { make } from '#server/tenancy/service.ts';
import type { House } from '#test/db.ts';
import type { RoomExamples } from '#test/example-kinds.ts';
import { addProperty, addUnit } from '#test/worlds/market.ts';

const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');
let n = 0;

/** A tenancy of the owner the sweep asks as, who is the first of them. */
async function lease(house: House): Promise<number> {
  const { db } = house.database;
  const owner = await db.selectFrom('person').select('company_id').where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();
  const unitId = await addUnit(house, await addProperty(house, owner.company_id ?? 0));
  const today = clock.today();
  const { id } = await db.transaction().execute((tx) =>
    make(atClock(tx), {
      unitId,
      startsOn: today,
      endsOn: addDays(today, 300),
      people: [
        { somebody: { personId: null, name: 'Achieng', phone: `+25471${String(4_000_000 + ++n)}`, email: null }, role: 'lead', shareBp: 10_000 },
      ],
      rentCents: 4_500_000,
      period: 2,
      depositCents: 0,
    }),
  );
  return id;
}
/** With a paper a tenant brought that nobody has looked at. */
async function paper(house: House): Promise<number> {
  const { db } = house.database;
  const tenancy = await db
    .selectFrom('tenancy')
    .select(['id', 'company_id'])
    .where('id', '=', await lease(house))
    .executeTakeFirstOrThrow();
  const file = await db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'id.pdf' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('media_variant')
    .values({ file_id: file.id, label: 'original', key: `paper${++n}.pdf`, type: 'application/pdf', bytes: 10 })
    .execute();
  const row = await db
    .insertInto('tenancy_file')
    .values({ company_id: tenancy.company_id, tenancy_id: tenancy.id, kind: 'id', name: 'ID card', file_id: file.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const examples: RoomExamples['examples'] = {
  'paper.all': async (house) => ({ tenancy_id: await lease(house) }),
  'paper.add': async (house) => ({ tenancy_id: await lease(house), kind: 'contract', name: 'Lease', file: pdf }),
  'paper.ask': async (house) => ({ tenancy_id: await lease(house), kind: 'id', name: 'ID card' }),
  'paper.replace': async (house) => ({ id: await paper(house), file: pdf }),
  'paper.change': async (house) => ({ id: await paper(house), name: 'ID card, both sides' }),
  'paper.review': async (house) => ({ id: await paper(house), ok: true }),
  'paper.remove': async (house) => ({ id: await paper(house) }),
  'living.home': async (house) => ({ tenancy_id: await lease(house) }),
};
export const roomExamples: RoomExamples = { examples, askers: Object.fromEntries(Object.keys(examples).map((key) => [key, 'owner' as const])) };
