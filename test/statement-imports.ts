import type { StatementDetails } from '#contract/bank-statement/shapes.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { importApprovedStatement } from '#server/bank-statement/import-request.ts';
import { readStatementDetails } from '#server/bank-statement/statement-lists.ts';
import { importStatement, undoStatement } from '#server/bank-statement/statements.ts';
import { undoApprovedStatement } from '#server/bank-statement/undo/undo-request.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import type { TestServices } from './db.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from './people.ts';

const approvers = new WeakMap<TestServices, Promise<TestPerson>>();
const createApprover = async (services: TestServices): Promise<TestPerson> => {
  const made = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, made);
  return made;
};
/** A super admin who approves what others request. */
export function findSecondPerson(services: TestServices): Promise<TestPerson> {
  const known = approvers.get(services) ?? createApprover(services);
  approvers.set(services, known);
  return known;
}

/**
 * Requests the import of a statement of client money as one person and approves it as another; a company's own statement is imported at once.
 * `most`: lines per part, for short statements in several parts.
 */
export async function importApproved(services: TestServices, by: TestPerson, id: number, most?: number): Promise<StatementDetails> {
  const asked = await runAsPerson(services, by, (ctx) => importStatement(ctx, { id }, most));
  const { request } = asked;
  if (!request) return asked;
  await runAsPerson(services, await findSecondPerson(services), async (ctx) => {
    if (most === undefined) return void (await decideApprovalRequest(services)(ctx, { id: request.id, approve: true, reason: '' }));
    const set = { status: 'approved', decided_by: ctx.me.userId } as const;
    const row = await unscopedDb(ctx.db)
      .updateTable('approval_request')
      .set(set)
      .where('id', '=', request.id)
      .returning('params')
      .executeTakeFirstOrThrow();
    await importApprovedStatement(ctx, row.params as { statement_id: number; digest: string }, { asked_by: by.id }, most);
  });
  return runAsPerson(services, by, (ctx) => readStatementDetails(ctx, { id }));
}

type Undo = { readonly reason?: string; readonly keep?: boolean };
/** Requests the undo of an import of client money as one person and approves it as another; another file is undone or discarded at once. */
export async function undoApproved(
  services: TestServices,
  by: TestPerson,
  id: number,
  { reason = 'The wrong file', keep = false }: Undo = {},
  most?: number,
): Promise<StatementDetails> {
  const { undo_request: request, ...asked } = await runAsPerson(services, by, (ctx) => undoStatement(ctx, { id, reason, keep }, most));
  if (!request) return { ...asked, undo_request: null };
  await runAsPerson(services, await findSecondPerson(services), async (ctx) => {
    if (most === undefined) return void (await decideApprovalRequest(services)(ctx, { id: request.id, approve: true, reason: '' }));
    const set = { status: 'approved', decided_by: ctx.me.userId } as const;
    const row = await unscopedDb(ctx.db)
      .updateTable('approval_request')
      .set(set)
      .where('id', '=', request.id)
      .returning('params')
      .executeTakeFirstOrThrow();
    await undoApprovedStatement(ctx, row.params as Parameters<typeof undoApprovedStatement>[1], { reason }, most);
  });
  return runAsPerson(services, by, (ctx) => readStatementDetails(ctx, { id }));
}
