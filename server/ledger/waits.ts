import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { runsOf } from './keep.ts';

export const ledgerWaits: Waits = { books: (ctx) => oldestOf(runsOf(ctx, waits.books.filter), 'ledger_proof.at') };
