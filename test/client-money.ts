import { decideApprovalRequest } from '#server/approval/requests.ts';
import type { TestServices } from './db.ts';
import { runAsPerson } from './people.ts';
import { findSecondPerson } from './statement-imports.ts';

/** Another super admin approves the open request to allocate or unallocate this payment, if there is one. */
export async function approveClientMoneyMove(services: TestServices, paymentId: number): Promise<void> {
  const request = await services.database.db
    .selectFrom('approval_request')
    .select('id')
    .where('kind', '=', 'allocation')
    .where('subject_id', '=', paymentId)
    .where('status', '=', 'asked')
    .executeTakeFirst();
  if (!request) return;
  await runAsPerson(services, await findSecondPerson(services), (ctx) =>
    decideApprovalRequest(services)(ctx, { id: request.id, approve: true, reason: '' }),
  );
}
