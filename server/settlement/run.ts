import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { sum } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { fundOfPocket, type PayableCode } from '#contract/wallet/kinds.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { defaultAccount, isUsable, settingsNow, walletOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { figuresNow } from './entries.ts';
import { tellPayee } from './tell.ts';

type Calls = typeof settlementCalls;
const perRead = 200;
type Payee = { readonly account: number; readonly company_id: number; readonly name: string; readonly code: PayableCode };

/** Who has something with us, a few at a time, by account: however many there are, none is skipped or read twice. */
const payees = async (ctx: Ctx, after: number): Promise<Payee[]> =>
  (
    await sql<Payee>`/* all: a run goes over every payee */
      select a.id as account, a.company_id, c.name, a.code from ledger_account a join ledger_total t on t.account_id = a.id join company c on c.id = a.company_id
      where a.id > ${after} and a.fund in ('C', 'P') and a.code in (2000, 2040, 2050) and t.cr > t.dr order by a.id limit ${perRead}`.execute(ctx.db)
  ).rows;

/** A run: one draft a payee and account, of what is cleared up to a day. Who has one open already is left to it. */
export async function run(ctx: Ctx, { cut_off }: Input<Calls['run']>): Promise<Result<Calls['run']>> {
  if (cut_off > clock.today()) throw invalid({ cut_off: m.settlement_problem_future() });
  const stopped = await settlementsStopped(ctx.db);
  if (stopped) throw new Refusal('conflict', stopped);
  const { id, code } = await add(ctx, 'settlement_run')
    .values({ cut_off, made_by: ctx.me.userId })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const { minimum } = await settingsNow(ctx.db);
  const skipped: { company: string; why: string }[] = [];
  const made: number[] = [];
  for (let page = await payees(ctx, 0); page.length > 0; page = await payees(ctx, page.at(-1)?.account ?? 0))
    for (const payee of page) {
      const left = (why: string) => skipped.push({ company: payee.name, why });
      const account = await defaultAccount(ctx.db, payee.company_id);
      if ((await walletOf(ctx.db, payee.company_id)).status === 'frozen') left(m.settlement_left_frozen());
      else if (!account) left(m.settlement_left_no_account());
      else if (!isUsable(account)) left(m.settlement_left_cooling());
      else {
        const figures = await figuresNow(
          ctx.db,
          { companyId: payee.company_id, code: payee.code },
          { cutOff: cut_off, wanted: null, rail: account.rail },
        );
        if (figures.net < minimum) {
          left(m.settlement_left_little());
          continue;
        }
        const row = await add(ctx, 'settlement_payment')
          .values({
            ...{ run_id: id, kind: 'run', company_id: payee.company_id, fund: fundOfPocket(payee.code), account_code: payee.code, cut_off },
            ...{
              payout_account_id: account.id,
              rail: account.rail,
              figures: JSON.stringify(figures),
              net_cents: figures.net,
              made_by: ctx.me.userId,
            },
          })
          .onConflict((oc) => oc.columns(['company_id', 'account_code']).where(sql<boolean>`status = 'draft'`).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (row) made.push(figures.net);
        else left(m.settlement_left_open());
      }
    }
  await audit(ctx.db, ctx, { kind: 'add', document: 'settlement_transactions', id, code, after: { cut_off, made: made.length } });
  return { id, code, made: made.length, net_cents: sum(made), skipped };
}

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

/** Whether somebody has a payout that is not over: what keeps their account from closing. */
export const openPayout = (db: Ctx['db'], companyId: number) =>
  everything(db, 'settlement_payment', 'what keeps an account from closing')
    .select()
    .select('code')
    .where('company_id', '=', companyId)
    .where('status', 'in', ['draft', 'approved', 'sending', 'part_failed'])
    .limit(1)
    .executeTakeFirst();
