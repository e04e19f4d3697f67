/** The invoice room: what other rooms may use of it, and what its calls are served by. */

import type { invoiceActCalls } from '#contract/invoice/act-calls.ts';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import * as acts from './acts.ts';
import { credit, voidOne, waive, writeOff } from './credit.ts';
import { feePreview, setPolicy } from './fees.ts';
import { create, preview } from './hand.ts';
import * as lists from './lists.ts';
import { due, look } from './look.ts';
import { details } from './one.ts';
import { creditPaper, lookPaper, paperOf } from './runs/paper.ts';
import { missingOnes, run, runPreview, runResume, runStart, runs } from './runs/runs.ts';
import { set, setting } from './setting.ts';
import { batch, batchPreview, split, splitPreview } from './shared.ts';

export { chargeLate } from './fees.ts';
export { bookingApproved, lapse } from './follows.ts';
export { type Issue, issue, issueOnce, writeMany as issueMany } from './issue.ts';
export { all, counts, months, sums } from './lists.ts';
export { byLink } from './look.ts';
export { lockForPaying } from './money.ts';
export { payTo } from './pay-to.ts';
export { accountOf, payRef } from './rows.ts';
export { issueDue, workOnRun } from './runs/run.ts';
export { type Settling, settle } from './settle.ts';
export { ownShares, sharesOf } from './shares.ts';
export { publicPath, tellIssued } from './tell.ts';
export { askedNoMore, uncredited } from './uncredit.ts';

export const invoiceService = (house: House): Handlers<typeof invoiceCalls> => ({
  all: lists.all,
  mine: lists.mine,
  ofTenancy: lists.ofTenancy,
  counts: lists.counts,
  sums: lists.sums,
  ageing: lists.ageing,
  months: lists.months,
  csv: lists.csv,
  missing: missingOnes,
  due,
  details,
  look,
  paper: paperOf(house),
  lookPaper: lookPaper(house),
});
export const invoiceActService = (house: House): Handlers<typeof invoiceActCalls> => ({
  preview,
  create,
  void: voidOne,
  credit,
  writeOff,
  waive,
  send: acts.send,
  dispute: acts.dispute,
  settleDispute: acts.settleDispute,
  read: creditPaper(house),
});
export const invoiceRunService: Handlers<typeof invoiceRunCalls> = {
  runPreview,
  runStart,
  run,
  runResume,
  runs,
  batchPreview,
  batch,
  splitPreview,
  split,
  setting,
  set,
  setPolicy,
  feePreview,
};
