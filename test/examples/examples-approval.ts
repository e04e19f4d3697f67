import { userTypes } from '#contract/kernel/roles.ts';
import { createApprovalRequest } from '#test/approval-requests.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { createPerson, makeSuperadminsEstablished } from '#test/people.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A request of another super admin. */
async function createForeignRequest(services: TestServices): Promise<number> {
  const asker = await createPerson(services, 'superadmin');
  await makeSuperadminsEstablished(services);
  return createApprovalRequest(services.database.db, asker.id);
}
/** The sweep calls as the first super admin. */
async function createOwnRequest(services: TestServices): Promise<number> {
  const { id } = await services.database.db
    .selectFrom('person')
    .select('id')
    .where('user_type', '=', userTypes.superadmin)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return createApprovalRequest(services.database.db, id);
}
const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'approval.listRequests': async () => ({ page: 1 }),
  'approval.requestDetails': async (services) => ({ id: await createForeignRequest(services) }),
  'approval.uploadEvidence': async (services) => ({ id: await createOwnRequest(services), evidence: png }),
  'approval.decideRequest': async (services) => ({ id: await createForeignRequest(services), approve: false, reason: 'Not this month' }),
};
export const moduleExamples: ModuleExamples = {
  examples,
  askers: { 'approval.uploadEvidence': 'superadmin', 'approval.decideRequest': 'superadmin' },
  seed: async (services, { people }) => {
    await createApprovalRequest(services.database.db, people.superadmin?.id ?? null);
  },
};
