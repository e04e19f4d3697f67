import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import type { PayoutFigures } from '#contract/settlement/net.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { getFundOfBalance, type PayableAccountCode, type PayoutRailKind } from '#contract/wallet/kinds.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { accountCodeSql, readAllPayoutsBlockedReason } from '#server/ledger/service.ts';
import {
  formatPayoutAccountLabel,
  type PayoutAccountRow,
  readDefaultPayoutAccount,
  readPayoutSettings,
  readWalletBalance,
  readWalletRow,
} from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { calculatePayoutFigures } from './entries.ts';
import { notifyPayee } from './notify.ts';
import { findPayeeBlockedReason, readLastTransferRejectionReason } from './payout-guards.ts';
import { readRailBalance } from './source-account.ts';

type Calls = typeof settlementCalls;
/** The number of payees in one transaction. */
export const payeesPerBatch = 200;
/** The number of rows in a preview; the run itself shows every draft. */
const shown = 100;
type Payee = { readonly account: number; readonly company_id: number; readonly name: string; readonly code: PayableAccountCode };

const payable = sql`ledger_account a join ledger_total t on t.account_id = a.id join company c on c.id = a.company_id
  where a.fund in ('C', 'P') and a.code in (${accountCodeSql('ownerPayable', 'agentPayable', 'dealerPayable')}) and t.cr > t.dr`;
/** Payees with a balance, in the order of their ledger account, so that none is skipped or read twice, however many there are. */
export const readPayeesAfter = async ({ db }: Pick<Ctx, 'db'>, after: number, limit = payeesPerBatch): Promise<Payee[]> =>
  (
    await sql<Payee>`/* unscoped: a payout run covers all payees */
      select a.id as account, a.company_id, c.name, a.code from ${payable} and a.id > ${after} order by a.id limit ${limit}`.execute(db)
  ).rows;
export const countPayees = async ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  (await sql<{ n: number }>`/* unscoped: counts the payees of a run */ select count(*)::int as n from ${payable}`.execute(db)).rows[0]?.n ?? 0;

type Planned = { readonly payee: Payee; readonly account: PayoutAccountRow; readonly figures: PayoutFigures };
export type SkippedPayee = { readonly company: string; readonly why: Sentence };
/** Computes what a run would pay one payee, or the reason why it would not. A draft is not binding, so nothing is locked for it. */
export async function planPayeePayout(ctx: Ctx, payee: Payee, cutOff: Day, minimum: number): Promise<Planned | SkippedPayee> {
  const account = (await readDefaultPayoutAccount(ctx.db, payee.company_id)) ?? null;
  const why =
    findPayeeBlockedReason(await readWalletRow(ctx.db, payee.company_id), account) ??
    (account && (await readLastTransferRejectionReason(ctx.db, account)));
  if (why || !account) return { company: payee.name, why: why ?? m.settlement_refusal_no_account() };
  const whose = { companyId: payee.company_id, code: payee.code };
  const figures = await calculatePayoutFigures(ctx.db, whose, { cutOff, wanted: null, rail: account.rail }, readWalletBalance);
  return figures.net < minimum ? { company: payee.name, why: m.settlement_left_little() } : { payee, account, figures };
}
export async function assertPayoutRunPossible(ctx: Ctx, cutOff: Day): Promise<void> {
  if (cutOff > clock.today()) throw invalidInputRefusal({ cut_off: m.settlement_problem_future() });
  // A run makes drafts. The accounts they leave from are checked when they are approved and sent.
  const stopped = await readAllPayoutsBlockedReason(ctx.db);
  if (stopped) throw new Refusal('conflict', stopped);
}
async function* plan(ctx: Ctx, cutOff: Day): AsyncGenerator<Planned | SkippedPayee> {
  await assertPayoutRunPossible(ctx, cutOff);
  const { minimum } = await readPayoutSettings(ctx.db);
  for (let page = await readPayeesAfter(ctx, 0); page.length > 0; page = await readPayeesAfter(ctx, page.at(-1)?.account ?? 0))
    for (const payee of page) yield planPayeePayout(ctx, payee, cutOff, minimum);
}

/** Previews a payout run: its total by rail, next to the cash available. Nothing is created. */
export async function previewPayoutRun(ctx: Ctx, { cut_off }: HandlerInput<Calls['previewRun']>): Promise<HandlerResult<Calls['previewRun']>> {
  const skipped: SkippedPayee[] = [];
  const payees: HandlerResult<Calls['previewRun']>['payees'] = [];
  const ways = new Map<string, { rail: PayoutRailKind; fund: 'C' | 'P'; count: number; net_cents: number }>();
  for await (const one of plan(ctx, cut_off)) {
    const waits = 'why' in one ? null : await findDraftPayout(ctx.db, one.payee);
    if ('why' in one || waits) {
      skipped.push('why' in one ? one : { company: one.payee.name, why: m.settlement_left_open() });
      continue;
    }
    const { figures } = one;
    payees.push({ company: one.payee.name, to: formatPayoutAccountLabel(one.account), net_cents: figures.net, figures });
    const way = { rail: one.account.rail, fund: getFundOfBalance(one.payee.code) };
    const key = `${way.rail}:${way.fund}`;
    const was = ways.get(key) ?? { ...way, count: 0, net_cents: 0 };
    ways.set(key, { ...was, count: was.count + 1, net_cents: was.net_cents + figures.net });
  }
  const all = [...ways.values()];
  return {
    count: all.reduce((n, way) => n + way.count, 0),
    net_cents: sumCents(all.map((way) => way.net_cents)),
    skipped,
    payees: payees.toSorted((a, b) => b.net_cents - a.net_cents).slice(0, shown),
    ways: await Promise.all(all.map(async (way) => ({ ...way, cash_cents: await readRailBalance(ctx.db, way.rail, way.fund) }))),
  };
}

/** The draft payout of a wallet balance: its amount cannot be requested again. */
export const findDraftPayout = (db: Ctx['db'], { company_id, code }: { company_id: number; code: PayableAccountCode }) =>
  unscopedTable(db, 'settlement_payment', 'a payout is already pending approval')
    .select()
    .select(['id', 'code', 'kind', 'net_cents'])
    .where('company_id', '=', company_id)
    .where('account_code', '=', code)
    .where('status', '=', 'draft')
    .executeTakeFirst();

export async function cancelPayout(ctx: Ctx, { id, reason }: HandlerInput<Calls['cancel']>): Promise<HandlerResult<Calls['cancel']>> {
  const row = await from(ctx, 'settlement_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  await makeMove(ctx, settlementMachine, 'cancel', id, reason);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'settlement_transactions',
    id,
    code: row.code,
    before: { status: row.status },
    after: { status: 'canceled' },
    reason,
  });
  if (row.kind === 'withdrawal') await notifyPayee(ctx, row, 'wallet.withdrawal.canceled', '', { reason });
  return { id };
}

/** Whether the company has a payout that has not ended, so that its account cannot be closed. A failed payout has ended once it has no open error. */
export const selectOpenPayouts = (db: Ctx['db'], companyId: number) =>
  unscopedTable(db, 'settlement_payment', 'checks whether bookings prevent the account from closing')
    .select()
    .select('code')
    .where('company_id', '=', companyId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['draft', 'approved', 'sending']),
        eb.and([
          eb('status', 'in', ['part_failed', 'failed']),
          sql<boolean>`exists (select 1 from settlement_transaction t join settlement_error e on e.transaction_id = t.id
            where t.settlement_id = settlement_payment.id and e.status in ('open', 'retrying'))`,
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
