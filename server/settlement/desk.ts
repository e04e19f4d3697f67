import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { cents } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import type { ErrorAct } from '#contract/settlement/kinds.ts';
import { errorMachine } from '#contract/settlement/machine.ts';
import type { ErrorFull, ErrorHead } from '#contract/settlement/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { add, change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { type HolderRow, holderColumns, toHolder, withHeads } from '#server/lists/holder.ts';
import { asksDays, byColumn, contains, inDays, pageOf, tabsOf } from '#server/lists/list.ts';
import { type AccountRow, accountHeld, labelOf, pocketHeld, usableAccounts, walletHeld } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { begin } from './approve.ts';
import { figuresNow } from './entries.ts';
import { closeError } from './error-rows.ts';
import { stopping } from './may-leave.ts';
import { holdRail, roomOf } from './rail.ts';
import { missing } from './read.ts';
import { attempts, toTransfer, transferColumns } from './rows.ts';
import { confirmed, failed, lockTransfer, nextAttempt, put, takenAgain } from './steps.ts';
import { settleUp } from './whole.ts';

type Calls = typeof settlementCalls;
const joined = (ctx: Ctx) =>
  from(ctx, 'settlement_error')
    .innerJoin('settlement_transaction', 'settlement_transaction.id', 'settlement_error.transaction_id')
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .innerJoin('company', 'company.id', 'settlement_error.company_id')
    .leftJoin('person', 'person.id', 'settlement_error.owner_id');
export function found(ctx: Ctx, f: NonNullable<Input<Calls['errors']>['z_filter']>) {
  let rows = joined(ctx);
  if (f.status) rows = rows.where('settlement_error.status', '=', f.status);
  if (f.error) rows = rows.where('settlement_error.error', '=', f.error);
  if (f.company_id) rows = rows.where('settlement_error.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (asksDays(f)) rows = rows.where(inDays('settlement_error.last_at', f));
  const { q } = f;
  if (q)
    rows = rows.where((eb) =>
      eb.or([
        contains('settlement_error.code', q),
        contains('settlement_payment.code', q),
        contains('company.name', q),
        contains('settlement_error.cause', q),
      ]),
    );
  return rows;
}
const columns = [
  'settlement_error.id',
  'settlement_error.code',
  ...holderColumns('settlement_error.company_id', 'company.region'),
  'settlement_error.error',
  'settlement_error.cause',
  'settlement_payment.id as payment_id',
  'settlement_payment.code as payment_code',
  'settlement_transaction.id as transfer_id',
  'settlement_transaction.code as transfer_code',
  sql<number>`settlement_transaction.cents`.as('cents'),
  'settlement_error.attempts',
  'person.name as owner',
  'settlement_error.status',
  'settlement_error.first_at',
  'settlement_error.last_at',
] as const;
type Row = HolderRow &
  Pick<ErrorHead, 'id' | 'code' | 'error' | 'cause' | 'cents' | 'attempts' | 'owner' | 'status'> & {
    payment_id: number;
    payment_code: string;
    transfer_id: number;
    transfer_code: string;
    first_at: Date;
    last_at: Date;
  };
const toHead = (r: Row): ErrorHead => ({
  ...{ id: r.id, code: r.code, error: r.error, cause: r.cause, cents: r.cents, attempts: r.attempts, owner: r.owner, status: r.status },
  ...toHolder(r),
  settlement: { id: r.payment_id, code: r.payment_code },
  transfer: { id: r.transfer_id, code: r.transfer_code },
  ...{ first_at: r.first_at.toISOString(), last_at: r.last_at.toISOString() },
});

export async function errors(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['errors']>): Promise<Result<Calls['errors']>> {
  const { rows, count } = await pageOf(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy(
        sort.endsWith('cents')
          ? byColumn(sort.replace('cents', 'settlement_transaction.cents'))
          : byColumn(sort.replace(/^(-?)/, '$1settlement_error.')),
      )
      .orderBy('settlement_error.id', 'desc'),
  );
  const counts = await tabsOf(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`settlement_error.status`);
  return { count, results: await withHeads(ctx, rows.map(toHead)), ...counts };
}

const byTransfer: Readonly<Record<string, readonly ErrorAct[]>> = {
  failed: ['retry', 'write_off'],
  reversed: ['retry', 'write_off'],
  unknown: ['retry', 'paid', 'reverse'],
  sent: ['paid', 'reverse'],
  confirmed: ['write_off'],
};
export async function error(ctx: Ctx, { id }: Input<Calls['error']>): Promise<ErrorFull> {
  const row = await joined(ctx)
    .select([...columns])
    .select([
      'settlement_error.resolution',
      'settlement_error.revision',
      'settlement_transaction.status as transfer_status',
      'settlement_transaction.rail',
    ])
    .select(['settlement_transaction.tail', 'settlement_transaction.key', 'settlement_transaction.part', 'settlement_transaction.payout_account_id'])
    .where('settlement_error.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const made = await attempts(ctx)
    .select([...transferColumns])
    .where('settlement_transaction.settlement_id', '=', row.payment_id)
    .where('settlement_transaction.part', '=', row.part)
    .orderBy('settlement_transaction.attempt')
    .execute();
  const acts = byTransfer[row.transfer_status] ?? [];
  const taken = acts.includes('write_off') && row.status === 'open' ? await takenBy(ctx, row) : null;
  return {
    ...toHead(row),
    ...{ transfer_status: row.transfer_status, rail: row.rail, tail: row.tail, key: row.key, resolution: row.resolution, revision: row.revision },
    attempts_made: made.map(toTransfer),
    accounts: (await usableAccounts(ctx.db, row.holder_id))
      .filter(({ id }) => id !== row.payout_account_id)
      .map((account) => ({ id: account.id, label: labelOf(account) })),
    now_in: taken,
    acts: row.status === 'open' && ctx.me.grants.has('settlement_errors.edit') ? acts.filter((act) => act !== 'retry' || taken === null) : [],
  };
}

const taking = 'of an error the caller sees';
/** The later payout that took the money the failed transfer gave back: there is nothing left to send again. */
async function takenBy(ctx: Ctx, { transfer_id, payment_id }: { transfer_id: number; payment_id: number }): Promise<ErrorFull['now_in']> {
  const row = await everything(ctx.db, 'journal', taking)
    .select()
    .innerJoin('settlement_line', 'settlement_line.journal_id', 'journal.id')
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_line.settlement_id')
    .select(['settlement_payment.id', 'settlement_payment.code'])
    .where('journal.source', '=', 'settlement_transaction')
    .where('journal.source_id', '=', transfer_id)
    .where('journal.kind', '=', 'payout_failed')
    .where('settlement_payment.id', '<>', payment_id)
    .executeTakeFirst();
  return row ?? null;
}

/** The row for who changes it, as it was seen. */
async function held(ctx: Ctx, id: number, revision: number) {
  const row = await from(ctx, 'settlement_error').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  // The payout and its transfer first, the error after them: everywhere.
  const locked = await lockTransfer(ctx.db, row.transaction_id);
  const now = await from(ctx, 'settlement_error').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (now.revision !== revision) throw new Refusal('conflict', sentence('changedMeanwhile'), { current: await error(ctx, { id }) });
  return { ...locked, row: now };
}
const insist = (row: { status: string }, transfer: { status: string }, act: ErrorAct): void => {
  if (row.status !== 'open' || !byTransfer[transfer.status]?.includes(act)) throw new Refusal('wrongState', m.shell_refusal_state());
};
const done = async (ctx: Ctx, row: { id: number; code: string }, after: Record<string, unknown>, reason?: string): Promise<ErrorFull> => {
  await audit(ctx.db, ctx, { kind: 'edit', document: 'settlement_errors', id: row.id, code: row.code, after, ...(reason ? { reason } : {}) });
  return error(ctx, { id: row.id });
};

export async function take(ctx: Ctx, { id, revision }: Input<Calls['take']>): Promise<Result<Calls['take']>> {
  const { row } = await held(ctx, id, revision);
  await change(ctx, 'settlement_error')
    .set({ owner_id: ctx.me.userId, revision: revision + 1 })
    .where('id', '=', id)
    .$call(oneRow);
  return done(ctx, row, { owner_id: ctx.me.userId });
}

/** Unknown: the same key is asked after again. Certainly failed: another attempt under another key, with what the failed one gave back. */
export async function retry(ctx: Ctx, { id, payout_account_id, revision }: Input<Calls['retry']>): Promise<Result<Calls['retry']>> {
  const { row, transfer, payment } = await held(ctx, id, revision);
  insist(row, transfer, 'retry');
  if (transfer.status === 'unknown') {
    if (transfer.rail !== 'mpesa') throw new Refusal('conflict', m.settlement_refusal_ask_bank());
    await put(ctx.db, transfer.id, { ask_at: clock.now() });
    await change(ctx, 'settlement_error')
      .set({ last_at: clock.now(), revision: revision + 1 })
      .where('id', '=', id)
      .$call(oneRow);
    return done(ctx, row, { asked: transfer.key });
  }
  const account = await accountHeld(ctx.db, payment.company_id, payout_account_id ?? transfer.payout_account_id);
  const why = await stopping(ctx.db, await walletHeld(ctx.db, payment.company_id), account);
  if (why) throw new Refusal('conflict', why);
  if (account.id !== transfer.payout_account_id) return elsewhere(ctx, { row, transfer, payment }, account);
  await holdRail(ctx.db, account.rail);
  const { total, held: kept } = await pocketHeld(ctx.db, payment.company_id, payment.account_code);
  const whole = transfer.cents + (payment.fee_by_payee ? transfer.fee_cents : 0);
  if (whole > total - kept) throw new Refusal('conflict', m.settlement_refusal_spent());
  if (transfer.cents + transfer.fee_cents > (await roomOf(ctx.db, account.rail, payment.fund)))
    throw new Refusal('conflict', m.settlement_refusal_cash());
  const attempt = await nextAttempt(ctx.db, payment.id, transfer.part);
  const next = await begin(ctx, payment, account, { part: transfer.part, attempt, cents: transfer.cents, fee: cents(transfer.fee_cents) });
  await takenAgain(ctx, payment, (await lockTransfer(ctx.db, next)).transfer);
  // It is tried until the new attempt has an end, and ends with it.
  await move(ctx, errorMachine, 'retry', id, null, 'clock');
  await settleUp(ctx, payment.id);
  return done(ctx, row, { attempt });
}

/** To another account than was approved it goes as a payout of its own: made by who asks for it here, approved by somebody else. */
async function elsewhere(ctx: Ctx, { row, transfer, payment }: Awaited<ReturnType<typeof held>>, account: AccountRow): Promise<ErrorFull> {
  const whose = { companyId: payment.company_id, code: payment.account_code };
  const cutOff = clock.today();
  const figures = await figuresNow(ctx.db, whose, { cutOff, wanted: transfer.cents, rail: account.rail });
  if (figures.net === 0) throw new Refusal('conflict', m.settlement_refusal_spent());
  const made = await add(ctx, 'settlement_payment')
    .values({
      ...{ run_id: payment.run_id, kind: payment.kind, company_id: payment.company_id, fund: payment.fund, account_code: payment.account_code },
      ...{ cut_off: cutOff, payout_account_id: account.id, rail: account.rail, wanted_cents: cents(transfer.cents), made_by: ctx.me.userId },
      ...{ figures: JSON.stringify(figures), net_cents: figures.net },
    })
    .onConflict((oc) => oc.columns(['company_id', 'account_code']).where('status', '=', sql.lit('draft')).doNothing())
    .returning('code')
    .executeTakeFirst();
  if (!made) throw new Refusal('conflict', m.settlement_refusal_open());
  await closeError(ctx, transfer.id, 'resolved', m.settlement_resolved_elsewhere({ code: made.code, where: labelOf(account) }));
  return done(ctx, row, { payout: made.code, tail: account.tail });
}

export async function markPaid(ctx: Ctx, { id, external_id, resolution, revision }: Input<Calls['markPaid']>): Promise<Result<Calls['markPaid']>> {
  const { row, transfer } = await held(ctx, id, revision);
  insist(row, transfer, 'paid');
  const again = await attempts(ctx)
    .select('settlement_transaction.code')
    .where('settlement_transaction.external_id', '=', external_id)
    .where('settlement_transaction.rail', '=', transfer.rail)
    .executeTakeFirst();
  if (again) throw new Refusal('conflict', m.settlement_refusal_reference());
  await confirmed(ctx, transfer.id, { external: external_id, text: resolution });
  return done(ctx, row, { external_id, status: 'resolved' }, resolution);
}

export async function markFailed(ctx: Ctx, { id, resolution, revision }: Input<Calls['markFailed']>): Promise<Result<Calls['markFailed']>> {
  const { row, transfer } = await held(ctx, id, revision);
  insist(row, transfer, 'reverse');
  await failed(ctx, transfer.id, { external: null, text: resolution, error: row.error });
  return done(ctx, row, { transfer: 'failed' }, resolution);
}

export async function writeOff(ctx: Ctx, { id, resolution, revision }: Input<Calls['writeOff']>): Promise<Result<Calls['writeOff']>> {
  const { row, transfer } = await held(ctx, id, revision);
  insist(row, transfer, 'write_off');
  await closeError(ctx, transfer.id, 'written_off', resolution);
  return done(ctx, row, { status: 'written_off' }, resolution);
}
