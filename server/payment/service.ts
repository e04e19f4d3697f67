import type { Purpose } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { cents as toCents } from '#contract/money/cents.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import type { paymentDeskCalls } from '#contract/payment/desk-calls.ts';
import type { paymentRecordCalls } from '#contract/payment/record-calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { paymentCashCalls } from '#contract/treasury/cash-calls.ts';
import * as doubts from '#server/bank-statement/doubts.ts';
import * as statementLists from '#server/bank-statement/statement-lists.ts';
import * as statements from '#server/bank-statement/statements.ts';
import * as pasted from '#server/collection/pasted.ts';
import * as pay from '#server/collection/pay.ts';
import { writePush } from '#server/collection/push.ts';
import * as record from '#server/collection/record.ts';
import * as recordHome from '#server/collection/record-home.ts';
import { ringsFor } from '#server/collection/ring-limits.ts';
import type { Handlers } from '#server/http/registry.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { move } from '#server/kernel/move.ts';
import { add } from '#server/kernel/scoped.ts';
import * as desk from '#server/matching/desk.ts';
import * as refundActs from '#server/refund/acts.ts';
import * as refunds from '#server/refund/refunds.ts';
import { platformAccount } from '#server/treasury/accounts.ts';
import * as cash from '#server/treasury/cash-moves.ts';
import * as settings from '#server/treasury/settings.ts';
import { m } from '#words/messages.js';
import * as lists from './lists.ts';
import * as own from './own-account.ts';
import { receipt } from './receipt-paper.ts';

export { complete, type Movement } from '#server/collection/complete.ts';
export { takeMovement } from '#server/collection/movement.ts';
export { type Recording, recorded } from '#server/collection/record.ts';
export { applyTo } from '#server/matching/apply.ts';
export { look } from '#server/matching/look.ts';
export { accountOf, addAccount, clientFor, hookPath, platformAccount, recordAccount } from '#server/treasury/accounts.ts';
export { bankOf, holdRail, payingFrom, roomAt } from '#server/treasury/places.ts';
export { platformRail } from '#server/treasury/platform-rail.ts';
export { decideAccount, saveAccount } from '#server/treasury/settings.ts';

type Starting = {
  readonly purpose: Purpose;
  readonly phone: string;
  readonly cents: number;
  readonly forWhat: { readonly table: string; readonly id: number };
  readonly companyId: number;
};
/** A prompt for something of ours that is no invoice: a featured place, a plan, a top-up. It comes to the platform; `payment.completed` tells who sold it. */
export async function startPush(
  house: House,
  ctx: Ctx,
  { purpose, phone, cents, forWhat, companyId }: Starting,
): Promise<{ paymentId: number; code: string }> {
  const account = await platformAccount(house, ctx.db);
  if (!account) throw new Refusal('conflict', m.payment_refusal_no_push());
  return writePush(house, ctx, {
    purpose,
    account,
    phone,
    cents,
    invoiceIds: [],
    forWhat,
    about: { company_id: companyId, person_id: ctx.me.userId },
  });
}

type FromWallet = {
  readonly companyId: number;
  readonly cents: number;
  readonly purpose: Purpose;
  readonly forWhat: { readonly table: string; readonly id: number };
};
/** Paid out of a company's wallet: nothing moved in the world, so there is no receipt; whoever sold it books what it took. Not while a phone rings for it. */
export async function fromWallet(ctx: Ctx, { companyId, cents, purpose, forWhat }: FromWallet): Promise<{ paymentId: number; code: string }> {
  if (await ringsFor(ctx.db, forWhat)) throw new Refusal('conflict', m.payment_refusal_rings());
  const row = await add(ctx, 'payment')
    .values({
      ...{ purpose, how: 'wallet', fund: 'C', cents, spent_cents: toCents(cents), company_id: companyId, person_id: ctx.me.userId, match: 'matched' },
      ...{ for_table: forWhat.table, for_id: forWhat.id, looked_at: clock.now(), received_at: clock.now(), paid_on: clock.today() },
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await move(ctx, paymentMachine, 'complete', row.id, null, 'clock');
  await happened(ctx, 'payment.completed', { paymentId: row.id, purpose, companyId, cents, forWhat });
  return { paymentId: row.id, code: row.code };
}

export const paymentService = (house: House): Handlers<typeof paymentCalls> => ({
  all: lists.all,
  csv: lists.csv,
  mine: lists.mine,
  details: (ctx, input) => lists.details(settings.evidencePath(house, ctx))(ctx, input),
  receipt: receipt(house),
  ofInvoice: lists.ofInvoice,
  toPay: pay.toPay(house),
  toPayOpen: pay.toPayOpen(house),
  pay: pay.pay(house),
  payOpen: pay.payOpen(house),
  progress: pay.progress(house),
  progressOpen: pay.progressOpen(house),
  paste: pasted.paste,
  pasted: pasted.pasted,
  ownAccount: own.ownAccount,
  ownAccountPaper: own.ownAccountPaper(house),
  arrivals: lists.arrivals,
  arrival: lists.arrival,
  replay: lists.replay,
});
export const paymentDeskService = (house: House): Handlers<typeof paymentDeskCalls> => ({
  candidates: desk.candidates,
  assign: desk.assign,
  ask: desk.ask(house),
  unmatch: desk.unmatch,
  reverse: desk.reverse,
  doubts: doubts.doubts,
  decideDoubt: doubts.decideDoubt,
  refunds: refunds.refunds,
  askRefund: refunds.askRefund,
  decideRefund: refunds.decideRefund,
  refundTo: refunds.refundTo,
  sendRefund: refundActs.sendRefund,
  settleRefund: refundActs.settleRefund,
  refundEvidence: refunds.refundEvidence(house),
  paidRefund: refunds.paidRefund,
});
export const paymentRecordService = (house: House): Handlers<typeof paymentRecordCalls> => ({
  record: record.record,
  recordWays: recordHome.recordWays,
  evidence: settings.evidence(house),
  confirmCash: record.confirmCash(house),
  cancelCash: record.cancelCash,
  accounts: settings.accounts,
  saveAccount: settings.saveAccount,
  decideAccount: settings.decideAccount,
  statements: statementLists.statements,
  statement: statementLists.statement,
  statementLines: statementLists.statementLines,
  readStatement: statements.readStatement,
  columns: statements.columns,
  importStatement: statements.importStatement,
  undoStatement: statements.undoStatement,
  rules: settings.rules,
  saveRule: settings.saveRule,
  dropRule: settings.dropRule,
});
export const paymentCashService: Handlers<typeof paymentCashCalls> = {
  figures: cash.figures,
  moves: cash.moves,
  askPaybill: cash.askPaybill,
  sweep: cash.sweep,
  clear: cash.clear,
  correct: cash.correct,
  approveMove: cash.approveMove,
  arrivedMove: cash.arrivedMove,
  undoMove: cash.undoMove,
};
