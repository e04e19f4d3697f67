import { z } from 'zod';

/** The pages a journal links to: for an invoice or allocation its tenancy or payment; for a statement line the statement with that line. */
export const journalSourcePages = [
  'payment',
  'tenancy',
  'booking',
  'commission',
  'settlement',
  'transfer',
  'wallet',
  'cash',
  'tax',
  'statement',
] as const;
/** The page a journal is about; null if there is none. */
export const JournalSourcePage = z
  .object({ of: z.enum(journalSourcePages), id: z.number(), code: z.string(), line: z.number().optional() })
  .nullable();
export type JournalSourcePage = NonNullable<z.output<typeof JournalSourcePage>>;
