import { waits } from '#contract/home/waits.ts';
import { askedAtOf } from '#server/approval/service.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { modeApproval } from './approval.ts';
import { foundBooks, runsOf } from './keep.ts';

export const ledgerWaits: Waits = {
  books: (ctx) => oldestOf(runsOf(ctx, waits.books.filter), 'ledger_proof.at'),
  modes: (ctx) => oldestOf(foundBooks(ctx, waits.modes.filter), askedAtOf(modeApproval)),
};
