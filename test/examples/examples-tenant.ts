import type { TestServices } from '#test/db.ts';
import type { ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
/** Two tenants of the owner's company of the sweep, and the owner's notes about the first. */
async function related({ database: { db } }: TestServices): Promise<{ company: number; tenant: number; other: number; note: number }> {
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

const byOwner = ['listNotes', 'addNote', 'editNote', 'removeNote', 'update', 'merge', 'previewMerge', 'create'];
export const moduleExamples: ModuleExamples = {
  examples: {
    'tenant.list': async () => ({ page: 1 }),
    'tenant.details': async (services) => ({ id: (await related(services)).tenant }),
    'tenant.listTags': async () => ({}),
    'tenant.findKnown': async () => ({ phone: '0712 345 678' }),
    'tenant.create': async () => ({ name: 'Asha', phone: `07120${String(++n).padStart(5, '0')}`, tags: ['early'] }),
    'tenant.update': async (services) => ({ id: (await related(services)).tenant, name: 'Asha Wanjiru' }),
    'tenant.previewMerge': async (services) => {
      const { tenant, other } = await related(services);
      return { id: tenant, into: other };
    },
    'tenant.merge': async (services) => {
      const { tenant, other } = await related(services);
      return { id: tenant, into: other };
    },
    'tenant.listNotes': async (services) => ({ tenant_id: (await related(services)).tenant, page: 1 }),
    'tenant.addNote': async (services) => ({ tenant_id: (await related(services)).tenant, text: 'Asks for a new lock' }),
    'tenant.editNote': async (services) => ({ id: (await related(services)).note, text: 'Pays on time' }),
    'tenant.removeNote': async (services) => ({ id: (await related(services)).note }),
  },
  askers: Object.fromEntries(byOwner.map((name) => [`tenant.${name}`, 'owner' as const])),
};
