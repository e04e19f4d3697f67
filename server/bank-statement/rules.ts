import type { statementCalls } from '#contract/bank-statement/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { paymentNotFound } from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, requireSignedIn } from '#server/kernel/ctx.ts';
import { add, from, oneRow, remove } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

type Calls = typeof statementCalls;

const companyOf = ({ me }: Ctx): number | null => (me.role === 'superadmin' || me.role === 'admin' ? null : me.companyId);
const ruleRows = (ctx: Ctx) =>
  from(ctx, 'statement_rule')
    .leftJoin('tenancy', 'tenancy.id', 'statement_rule.tenancy_id')
    .selectAll('statement_rule')
    .select('tenancy.code as tenancy_code');
const toRule = (row: Awaited<ReturnType<ReturnType<typeof ruleRows>['execute']>>[number]) => ({
  id: row.id,
  contains: row.contains,
  act: row.act,
  tenancy: row.tenancy_id === null ? null : { id: row.tenancy_id, code: row.tenancy_code ?? '' },
});
export async function listStatementRules(ctx: Ctx): Promise<HandlerResult<Calls['listRules']>> {
  return { results: (await ruleRows(ctx).orderBy('statement_rule.id').limit(500).execute()).map(toRule) };
}
export async function saveStatementRule(
  ctx: Ctx,
  { contains, act, tenancy_id }: HandlerInput<Calls['saveRule']>,
): Promise<HandlerResult<Calls['saveRule']>> {
  if ((act === 'tenancy') !== (tenancy_id !== undefined)) throw invalidInputRefusal({ tenancy_id: m.payment_problem_home() });
  if (tenancy_id !== undefined) {
    // The money of a unit managed for another company goes to that company, by its rules.
    const home = await from(ctx, 'tenancy:managed').select('company_id').where('tenancy.id', '=', tenancy_id).executeTakeFirst();
    if (!home || (companyOf(ctx) !== null && home.company_id !== companyOf(ctx))) throw paymentNotFound();
  }
  const set = { act, tenancy_id: tenancy_id ?? null, by_id: requireSignedIn(ctx).userId };
  const { id } = await add(ctx, 'statement_rule')
    .values({ company_id: companyOf(ctx), contains, ...set })
    .onConflict((oc) => oc.columns(['company_id', 'contains']).doUpdateSet(set))
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id, after: { contains, act }, reason: 'a rule for statements' });
  return toRule(await ruleRows(ctx).where('statement_rule.id', '=', id).executeTakeFirstOrThrow());
}
export async function deleteStatementRule(ctx: Ctx, { id }: HandlerInput<Calls['deleteRule']>): Promise<HandlerResult<Calls['deleteRule']>> {
  await remove(ctx, 'statement_rule').where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'payments', id, reason: 'a rule for statements' });
  return { id };
}
