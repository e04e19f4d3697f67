import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { sum } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import type { Figures } from '#contract/settlement/net.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { fundOfPocket, type PayableCode, type Rail } from '#contract/wallet/kinds.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { codeOf, settlementsStopped } from '#server/ledger/service.ts';
import { type AccountRow, defaultAccount, labelOf, pocketSeen, settingsNow, walletOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { figuresNow } from './entries.ts';
import { barring, refusedBefore } from './may-leave.ts';
import { roomOf } from './rail.ts';
import { tellPayee } from './tell.ts';

type Calls = typeof settlementCalls;
/** So many payees are planned in one transaction. */
export const perBatch = 200;
/** Of a preview: who reads more than this reads the run itself, draft by draft. */
const shown = 100;
type Payee = { readonly account: number; readonly company_id: number; readonly name: string; readonly code: PayableCode };

const payable = sql`ledger_account a join ledger_total t on t.account_id = a.id join company c on c.id = a.company_id
  where a.fund in ('C', 'P') and a.code in (${codeOf('ownerPayable', 'agentPayable', 'dealerPayable')}) and t.cr > t.dr`;
/** Payees with a balance, by ledger account: however many there are, none is skipped or read twice. */
export const payeesAfter = async ({ db }: Pick<Ctx, 'db'>, after: number, limit = perBatch): Promise<Payee[]> =>
  (
    await sql<Payee>`/* all: a run goes over every payee */
      select a.id as account, a.company_id, c.name, a.code from ${payable} and a.id > ${after} order by a.id limit ${limit}`.execute(db)
  ).rows;
export const payeeCount = async ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  (await sql<{ n: number }>`/* all: how many payees a run is of */ select count(*)::int as n from ${payable}`.execute(db)).rows[0]?.n ?? 0;

type Planned = { readonly payee: Payee; readonly account: AccountRow; readonly figures: Figures };
export type Left = { readonly company: string; readonly why: Sentence };
/** What a run would pay one payee, or why it would not. A draft binds nothing, so nothing is locked for it. */
export async function planOf(ctx: Ctx, payee: Payee, cutOff: Day, minimum: number): Promise<Planned | Left> {
  const account = (await defaultAccount(ctx.db, payee.company_id)) ?? null;
  const why = barring(await walletOf(ctx.db, payee.company_id), account) ?? (account && (await refusedBefore(ctx.db, account)));
  if (why || !account) return { company: payee.name, why: why ?? m.settlement_refusal_no_account() };
  const whose = { companyId: payee.company_id, code: payee.code };
  const figures = await figuresNow(ctx.db, whose, { cutOff, wanted: null, rail: account.rail }, pocketSeen);
  return figures.net < minimum ? { company: payee.name, why: m.settlement_left_little() } : { payee, account, figures };
}
export async function assertRunnable(ctx: Ctx, cutOff: Day): Promise<void> {
  if (cutOff > clock.today()) throw invalid({ cut_off: m.settlement_problem_future() });
  const stopped = await settlementsStopped(ctx.db);
  if (stopped) throw new Refusal('conflict', stopped);
}
async function* plan(ctx: Ctx, cutOff: Day): AsyncGenerator<Planned | Left> {
  await assertRunnable(ctx, cutOff);
  const { minimum } = await settingsNow(ctx.db);
  for (let page = await payeesAfter(ctx, 0); page.length > 0; page = await payeesAfter(ctx, page.at(-1)?.account ?? 0))
    for (const payee of page) yield planOf(ctx, payee, cutOff, minimum);
}

/** What a run would come to by each rail, beside the cash there is. Nothing is made. */
export async function preview(ctx: Ctx, { cut_off }: Input<Calls['preview']>): Promise<Result<Calls['preview']>> {
  const skipped: Left[] = [];
  const payees: Result<Calls['preview']>['payees'] = [];
  const ways = new Map<string, { rail: Rail; fund: 'C' | 'P'; count: number; net_cents: number }>();
  for await (const one of plan(ctx, cut_off)) {
    const waits = 'why' in one ? null : await draftOf(ctx.db, one.payee);
    if ('why' in one || waits) {
      skipped.push('why' in one ? one : { company: one.payee.name, why: m.settlement_left_open() });
      continue;
    }
    const { figures } = one;
    payees.push({ company: one.payee.name, to: labelOf(one.account), net_cents: figures.net, figures });
    const way = { rail: one.account.rail, fund: fundOfPocket(one.payee.code) };
    const key = `${way.rail}:${way.fund}`;
    const was = ways.get(key) ?? { ...way, count: 0, net_cents: 0 };
    ways.set(key, { ...was, count: was.count + 1, net_cents: was.net_cents + figures.net });
  }
  const all = [...ways.values()];
  return {
    ...{ count: all.reduce((n, way) => n + way.count, 0), net_cents: sum(all.map((way) => way.net_cents)), skipped },
    payees: payees.toSorted((a, b) => b.net_cents - a.net_cents).slice(0, shown),
    ways: await Promise.all(all.map(async (way) => ({ ...way, cash_cents: await roomOf(ctx.db, way.rail, way.fund) }))),
  };
}

/** The payout of a pocket that waits for approval: what it claims is not there to be asked for again. */
export const draftOf = (db: Ctx['db'], { company_id, code }: { company_id: number; code: PayableCode }) =>
  everything(db, 'settlement_payment', 'a payout waits for approval already')
    .select()
    .select(['id', 'code', 'kind', 'net_cents'])
    .where('company_id', '=', company_id)
    .where('account_code', '=', code)
    .where('status', '=', 'draft')
    .executeTakeFirst();

export async function cancel(ctx: Ctx, { id, reason }: Input<Calls['cancel']>): Promise<Result<Calls['cancel']>> {
  const row = await from(ctx, 'settlement_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  await move(ctx, settlementMachine, 'cancel', id, reason);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'settlement_transactions',
    id,
    code: row.code,
    before: { status: row.status },
    after: { status: 'canceled' },
    reason,
  });
  if (row.kind === 'withdrawal') await tellPayee(ctx, row, 'wallet.withdrawal.canceled', '', { reason });
  return { id };
}

/** Whether somebody has a payout that is not over: what keeps their account from closing. One that failed is over once the desk has no error of it. */
export const openPayout = (db: Ctx['db'], companyId: number) =>
  everything(db, 'settlement_payment', 'what keeps an account from closing')
    .select()
    .select('code')
    .where('company_id', '=', companyId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['draft', 'approved', 'sending']),
        eb.and([
          eb('status', '=', 'part_failed'),
          sql<boolean>`exists (select 1 from settlement_transaction t join settlement_error e on e.transaction_id = t.id
            where t.settlement_id = settlement_payment.id and e.status in ('open', 'retrying'))`,
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
