import { sql } from 'kysely';
import { z } from 'zod';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { remittedTaxLabels } from '#contract/treasury/labels.ts';
import type { taxCalls } from '#contract/treasury/tax-calls.ts';
import { remittedTaxes } from '#contract/treasury/taxes.ts';
import { defineRequestedAct, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { assertValueDaysOpen, reverseJournal } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { lockRail, readOwnBank } from './cash-accounts.ts';

type Calls = typeof taxCalls;
const params = z.object({ id: z.number(), code: z.string(), tax: z.enum(remittedTaxes), cents: z.number(), reference: z.string() });

/** The locked payment, if its record can be undone: once, in an open month, and not if the bank shows that the money left. */
async function lockUndoable(ctx: Ctx, id: number) {
  await lockRail(ctx.db, 'bank');
  const row = await from(ctx, 'tax_remittance').selectAll('tax_remittance').where('tax_remittance.id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  if (row.undone_at !== null) throw new Refusal('wrongState', m.payments_refusal_tax_undone({ code: row.code }), { from: 'undone' });
  await assertValueDaysOpen(ctx.db, [row.paid_on]);
  const { shown } = await from(ctx, 'journal')
    .select(getLookup('isJournalOnStatement')(sql`journal.id`).as('shown'))
    .where('event_key', '=', `tax:${id}`)
    .executeTakeFirstOrThrow();
  if (shown) throw new Refusal('conflict', m.payments_refusal_tax_shown());
  return row;
}

export async function requestTaxUndo(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['requestRemittanceUndo']>,
): Promise<HandlerResult<Calls['requestRemittanceUndo']>> {
  const { code, tax, cents, reference } = await lockUndoable(ctx, id);
  return requestApproval(ctx, 'taxRemittanceUndo', { subjectId: id, cents, params: { id, code, tax, cents, reference }, reason });
}

/** The reversal has the value date of the payment, so that both cancel out on every day of the bank reconciliation. */
export const taxRemittanceUndoAct = defineRequestedAct({
  params,
  document: 'payments',
  describe: ({ code, tax, cents, reference }) =>
    m.payments_tax_undo_request({ tax: remittedTaxLabels[tax](), sum: formatKesPlain(cents, true), code, reference }),
  page: () => ({ screen: 'treasury.taxes', params: {} }),
  execute: async (ctx, { id }, request) => {
    const row = await lockUndoable(ctx, id);
    await change(ctx, 'tax_remittance')
      .set({ undone_at: clock.now(), undone_by: ctx.me.userId, undo_request_id: request.id })
      .where('id', '=', id)
      .$call(oneRow);
    await reverseJournal(ctx.db, { of: `tax:${id}`, key: `tax:${id}:undo`, kind: 'tax_remitted', by: ctx.me.userId, valueDay: row.paid_on });
    const back = row.account_id ?? (await readOwnBank(ctx.db, 'P'))?.id;
    if (back) await publishEvent(ctx, 'cash.moved', { accountId: back });
  },
});
