import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { isWholeShillings } from '#contract/money/cents.ts';
import { formatKes, formatKesPlain } from '#contract/money/format.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import type { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { startOfDay } from '#contract/time/days.ts';
import { getFundOfBalance } from '#contract/wallet/kinds.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { withPreparation } from '#server/http/registry.ts';
import { subjectCodeService } from '#server/identity/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireCompanyMember } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { formatSupportContact } from '#server/kernel/support.ts';
import {
  formatPayoutAccountLabel,
  lockPayoutAccount,
  lockWallet,
  readCallerContact,
  readPayoutSettings,
  readWalletBalances,
} from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { moneyHandlersSql } from './control/money-handlers.ts';
import { calculatePayoutFigures } from './entries.ts';
import { notifyPayee, notifyPayoutPending } from './notify.ts';
import { exportOwnPayoutsCsv, listOwnPayouts } from './own-payouts.ts';
import { findPayoutBlockedReason, readLastTransferRejectionReason } from './payout-guards.ts';
import { payoutSummaryColumns, selectVisiblePayouts, toPayoutSummary } from './rows.ts';
import { findDraftPayout } from './run.ts';

type Calls = typeof withdrawCalls;
type What = HandlerInput<Calls['sendCode']>;
/** The code is for one payout; another amount or account needs another code. */
const subjectOf = (ctx: Ctx, w: What) => `${ctx.me.companyId}:${w.account_code}:${w.payout_account_id}:${w.cents}`;

/** The conditions of a withdrawal, checked before a code is sent and again before anything is written; each error names its limit. */
async function checked(ctx: Ctx, w: What) {
  const company = requireCompanyMember(ctx).companyId;
  const account = await lockPayoutAccount(ctx.db, company, w.payout_account_id);
  const why =
    (await findPayoutBlockedReason(ctx, await lockWallet(ctx.db, company), account, getFundOfBalance(w.account_code))) ??
    (await readLastTransferRejectionReason(ctx.db, account));
  if (why) throw new Refusal('conflict', why);
  const waits = await findDraftPayout(ctx.db, { company_id: company, code: w.account_code });
  if (waits) throw new Refusal('conflict', m.settlement_refusal_waits({ code: waits.code, sum: formatKes(waits.net_cents) }));
  const { minimum, dayLimit } = await readPayoutSettings(ctx.db);
  const pocket = (await readWalletBalances(ctx.db, company)).find(({ code }) => code === w.account_code);
  const available = pocket?.available ?? 0;
  if (w.cents > available) throw invalidInputRefusal({ cents: m.settlement_problem_available({ sum: formatKes(available) }) });
  if (w.cents < minimum) throw invalidInputRefusal({ cents: m.settlement_problem_minimum({ sum: formatKes(minimum) }) });
  if (!isWholeShillings(w.cents)) throw invalidInputRefusal({ cents: m.settlement_problem_whole() });
  const { rows } = await sql<{ cents: number }>`/* unscoped: withdrawals that the company requested today */
    select coalesce(sum(coalesce(wanted_cents, net_cents)), 0)::bigint as cents from settlement_payment
    where company_id = ${company} and kind = 'withdrawal' and status <> 'canceled' and created_at >= ${startOfDay(clock.today())}::timestamptz`.execute(
    ctx.db,
  );
  if ((rows[0]?.cents ?? 0) + w.cents > dayLimit) throw invalidInputRefusal({ cents: m.settlement_problem_day({ sum: formatKes(dayLimit) }) });
  return account;
}

export const withdrawService = (services: RunningServices) => {
  const codes = subjectCodeService(services);
  return {
    ...{ listOwnPayouts, payoutsCsv: exportOwnPayoutsCsv },
    async sendCode(ctx: Ctx, what: What): Promise<HandlerResult<Calls['sendCode']>> {
      const account = await checked(ctx, what);
      const to = await readCallerContact(ctx);
      await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet', id: account.id, after: { cents: what.cents, tail: account.tail } });
      await codes.sendCode(ctx, {
        to,
        purpose: 'withdraw',
        subject: subjectOf(ctx, what),
        locale: localeContext.current(),
        says: m.settlement_code_for({ sum: formatKesPlain(what.cents), where: formatPayoutAccountLabel(account) }),
      });
      return { to: 'phone' in to ? `•••${to.phone.slice(-3)}` : to.email };
    },
    withdraw: withPreparation(
      async (ctx: Ctx, { code, ...what }: HandlerInput<Calls['withdraw']>) => {
        const to = await readCallerContact(ctx);
        await codes.checkCode({ to, purpose: 'withdraw', subject: subjectOf(ctx, what), code });
        return to;
      },
      async (ctx: Ctx, { code, ...what }: HandlerInput<Calls['withdraw']>, to): Promise<HandlerResult<Calls['withdraw']>> => {
        await codes.spendCode(ctx, { to, purpose: 'withdraw', subject: subjectOf(ctx, what), code });
        const account = await checked(ctx, what);
        const company = requireCompanyMember(ctx).companyId;
        const cutOff = clock.today();
        const figures = await calculatePayoutFigures(
          ctx.db,
          { companyId: company, code: what.account_code },
          { cutOff, wanted: what.cents, rail: account.rail },
        );
        const row = await add(ctx, 'settlement_payment')
          .values({
            ...{ kind: 'withdrawal', company_id: company, cut_off: cutOff },
            ...{ fund: getFundOfBalance(what.account_code), account_code: what.account_code },
            ...{ payout_account_id: account.id, rail: account.rail, wanted_cents: what.cents, figures: JSON.stringify(figures) },
            ...{ net_cents: figures.net, made_by: ctx.me.userId },
            money_handlers: moneyHandlersSql({ companyId: company, code: what.account_code }),
          })
          .onConflict((oc) => oc.columns(['company_id', 'account_code']).where('status', '=', sql.lit('draft')).doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!row) throw new Refusal('conflict', m.settlement_refusal_open());
        await audit(ctx.db, ctx, {
          kind: 'add',
          document: 'wallet',
          id: row.id,
          code: row.code,
          after: { cents: what.cents, tail: account.tail, rail: account.rail },
        });
        const who = await unscopedTable(ctx.db, 'person', 'the name of the requester is shown')
          .select()
          .select('name')
          .where('id', '=', ctx.me.userId)
          .executeTakeFirst();
        await notifyPayee(ctx, row, 'wallet.withdrawal.requested', '', {
          who: who?.name ?? '',
          reach: await formatSupportContact(ctx.db, services.env),
        });
        await notifyPayoutPending(ctx, row);
        return toPayoutSummary(
          ctx,
          await selectVisiblePayouts(ctx)
            .select([...payoutSummaryColumns])
            .where('settlement_payment.id', '=', row.id)
            .executeTakeFirstOrThrow(),
        );
      },
    ),
    async cancelWithdrawal(ctx: Ctx, { id }: HandlerInput<Calls['cancelWithdrawal']>): Promise<HandlerResult<Calls['cancelWithdrawal']>> {
      const row = await from(ctx, 'settlement_payment')
        .selectAll()
        .where('id', '=', id)
        .where('kind', '=', 'withdrawal')
        .forUpdate()
        .executeTakeFirst();
      if (!row || row.company_id !== ctx.me.companyId) throw new Refusal('notFound', sentence('itemNotFound'));
      await makeMove(ctx, settlementMachine, 'cancel', id);
      await audit(ctx.db, ctx, { kind: 'delete', document: 'wallet', id, code: row.code, before: { cents: row.wanted_cents } });
      return { id };
    },
  };
};
