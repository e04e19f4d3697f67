import type { paymentCalls } from '#contract/payment/calls.ts';
import type { paymentDeskCalls } from '#contract/payment/desk-calls.ts';
import type { paymentRecordCalls } from '#contract/payment/record-calls.ts';
import type { paymentCashCalls } from '#contract/treasury/cash-calls.ts';
import * as statements from '#server/bank-statement/service.ts';
import * as collection from '#server/collection/service.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import * as matching from '#server/matching/service.ts';
import * as refund from '#server/refund/service.ts';
import * as treasury from '#server/treasury/service.ts';
import * as acts from './acts.ts';
import { evidence, evidencePath } from './evidence.ts';
import * as lists from './lists.ts';
import * as own from './own-account.ts';

export const paymentService = (house: House): Handlers<typeof paymentCalls> => ({
  all: lists.all,
  csv: lists.csv,
  mine: lists.mine,
  details: (ctx, input) => lists.details(evidencePath(house, ctx))(ctx, input),
  receipt: collection.receipt(house),
  ofInvoice: lists.ofInvoice,
  toPay: collection.toPay(house),
  toPayOpen: collection.toPayOpen(house),
  pay: collection.pay(house),
  payOpen: collection.payOpen(house),
  progress: collection.progress(house),
  progressOpen: collection.progressOpen(house),
  paste: collection.paste,
  pasted: collection.pasted,
  ownAccount: own.ownAccount,
  ownAccountPaper: own.ownAccountPaper(house),
  arrivals: lists.arrivals,
  arrival: lists.arrival,
  replay: lists.replay,
});
export const paymentDeskService = (house: House): Handlers<typeof paymentDeskCalls> => ({
  candidates: matching.candidates,
  assign: acts.assign,
  ask: acts.ask(house),
  unmatch: acts.unmatch,
  reverse: acts.reverse,
  doubts: statements.doubts,
  decideDoubt: statements.decideDoubt,
  refunds: refund.refunds,
  askRefund: acts.askRefund,
  decideRefund: refund.decideRefund,
  refundTo: refund.refundTo,
  sendRefund: refund.sendRefund,
  settleRefund: refund.settleRefund,
  refundEvidence: refund.refundEvidence(house),
  paidRefund: refund.paidRefund,
});
export const paymentRecordService = (house: House): Handlers<typeof paymentRecordCalls> => ({
  record: collection.record,
  recordWays: collection.recordWays,
  evidence: evidence(house),
  confirmCash: acts.confirmCash(house),
  cancelCash: acts.cancelCash,
  accounts: treasury.accounts,
  saveAccount: treasury.saveAccount,
  decideAccount: treasury.decideAccount,
  statements: statements.statements,
  statement: statements.statement,
  statementLines: statements.statementLines,
  readStatement: statements.readStatement,
  columns: statements.columns,
  importStatement: statements.importStatement,
  undoStatement: statements.undoStatement,
  rules: statements.rules,
  saveRule: statements.saveRule,
  dropRule: statements.dropRule,
});
export const paymentCashService: Handlers<typeof paymentCashCalls> = {
  figures: statements.figures,
  moves: treasury.moves,
  askPaybill: treasury.askPaybill,
  sweep: treasury.sweep,
  clear: treasury.clear,
  correct: statements.correct,
  approveMove: statements.approveMove,
  arrivedMove: treasury.arrivedMove,
  undoMove: treasury.undoMove,
};
