import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import type { TestServices } from '#test/db.ts';
import type { ModuleExamples } from '#test/example-kinds.ts';
import { addProperty, addUnit } from '#test/fixtures/market.ts';

const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');
let n = 0;

/** A tenancy of the first owner, whose account the sweep uses. */
async function lease(services: TestServices): Promise<number> {
  const { db } = services.database;
  const owner = await db.selectFrom('person').select('company_id').where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();
  const unitId = await addUnit(services, await addProperty(services, owner.company_id ?? 0));
  const today = clock.today();
  const { id } = await db.transaction().execute((tx) =>
    createTenancy(asClock(tx), {
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
/** With a tenant's document that is not reviewed. */
async function paper(services: TestServices): Promise<number> {
  const { db } = services.database;
  const tenancy = await db
    .selectFrom('tenancy')
    .select(['id', 'company_id'])
    .where('id', '=', await lease(services))
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

const examples: ModuleExamples['examples'] = {
  'paper.list': async (services) => ({ tenancy_id: await lease(services) }),
  'paper.add': async (services) => ({ tenancy_id: await lease(services), kind: 'contract', name: 'Lease', file: pdf }),
  'paper.request': async (services) => ({ tenancy_id: await lease(services), kind: 'id', name: 'ID card' }),
  'paper.replace': async (services) => ({ id: await paper(services), file: pdf }),
  'paper.update': async (services) => ({ id: await paper(services), name: 'ID card, both sides' }),
  'paper.review': async (services) => ({ id: await paper(services), ok: true }),
  'paper.remove': async (services) => ({ id: await paper(services) }),
  'living.home': async (services) => ({ tenancy_id: await lease(services) }),
};
export const moduleExamples: ModuleExamples = { examples, askers: Object.fromEntries(Object.keys(examples).map((key) => [key, 'owner' as const])) };
