import { z } from 'zod';
import { day } from '#contract/kernel/list.ts';
import { JournalSourcePage } from './source.ts';

/** A journal about a record, as its page shows it: the text, and a link to the journal for readers of the ledger. */
export const LedgerEffect = z.object({ id: z.number(), code: z.string(), says: z.string(), day, cents: z.number(), page: JournalSourcePage });
export type LedgerEffect = z.output<typeof LedgerEffect>;
