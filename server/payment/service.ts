import type { paymentActCalls } from '#contract/payment/act-calls.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import { receipt } from '#server/collection/service.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import * as acts from './acts.ts';
import { evidence, evidencePath } from './evidence.ts';
import * as lists from './lists.ts';
import * as own from './own-account.ts';

export const paymentService = (house: House): Handlers<typeof paymentCalls> => ({
  all: lists.all,
  csv: lists.csv,
  mine: lists.mine,
  details: (ctx, input) => lists.details(evidencePath(house, ctx))(ctx, input),
  receipt: receipt(house),
  ofInvoice: lists.ofInvoice,
  ownAccount: own.ownAccount,
  ownAccountPaper: own.ownAccountPaper(house),
  arrivals: lists.arrivals,
  arrival: lists.arrival,
  replay: lists.replay,
});
export const paymentActService = (house: House): Handlers<typeof paymentActCalls> => ({
  assign: acts.assign,
  ask: acts.ask(house),
  unmatch: acts.unmatch,
  reverse: acts.reverse,
  askRefund: acts.askRefund,
  evidence: evidence(house),
  confirmCash: acts.confirmCash(house),
  cancelCash: acts.cancelCash,
});
