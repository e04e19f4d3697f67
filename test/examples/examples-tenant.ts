import type { House } from '#test/db.ts';
import type { RoomExamples } from '#test/example-kinds.ts';

let n = 0;
/** Two relations of the owner's company of the sweep's world, and what its owner wrote down about the first. */
async function related({ database: { db } }: House): Promise<{ company: number; tenant: number; other: number; note: number }> {
  const owner = await db
    .selectFrom('person')
    .select(['id', 'company_id'])
    .where('user_type', '=', 4)
    .where('company_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const company = owner.company_id ?? 0;
  const add = () =>
    db
      .insertInto('tenant')
      .values({ company_id: company, name: 'Asha', phone: `+2547110${String(++n).padStart(5, '0')}` })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [tenant, other] = [await add(), await add()];
  const note = await db
    .insertInto('tenant_note')
    .values({ company_id: company, tenant_id: tenant.id, author_id: owner.id, body: 'Pays early' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { company, tenant: tenant.id, other: other.id, note: note.id };
}

const byOwner = ['notes', 'addNote', 'editNote', 'removeNote', 'update', 'merge', 'mergeLook', 'create'];
export const roomExamples: RoomExamples = {
  examples: {
    'tenant.all': async () => ({ page: 1 }),
    'tenant.details': async (house) => ({ id: (await related(house)).tenant }),
    'tenant.tags': async () => ({}),
    'tenant.known': async () => ({ phone: '0712 345 678' }),
    'tenant.create': async () => ({ name: 'Asha', phone: `07120${String(++n).padStart(5, '0')}`, tags: ['early'] }),
    'tenant.update': async (house) => ({ id: (await related(house)).tenant, name: 'Asha Wanjiru' }),
    'tenant.mergeLook': async (house) => {
      const { tenant, other } = await related(house);
      return { id: tenant, into: other };
    },
    'tenant.merge': async (house) => {
      const { tenant, other } = await related(house);
      return { id: tenant, into: other };
    },
    'tenant.notes': async (house) => ({ tenant_id: (await related(house)).tenant, page: 1 }),
    'tenant.addNote': async (house) => ({ tenant_id: (await related(house)).tenant, text: 'Asks for a new lock' }),
    'tenant.editNote': async (house) => ({ id: (await related(house)).note, text: 'Pays on time' }),
    'tenant.removeNote': async (house) => ({ id: (await related(house)).note }),
  },
  askers: Object.fromEntries(byOwner.map((name) => [`tenant.${name}`, 'owner' as const])),
};
