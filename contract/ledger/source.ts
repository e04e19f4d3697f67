import { z } from 'zod';

/** Pages a journal leads to: of an invoice or what was put to it, its tenancy's or payment's; of a line of a statement, the statement. */
export const sourcePages = ['payment', 'tenancy', 'booking', 'commission', 'settlement', 'transfer', 'wallet', 'cash', 'statement'] as const;
/** The page a journal is about; null where there is none. */
export const SourcePage = z.object({ of: z.enum(sourcePages), id: z.number(), code: z.string() }).nullable();
export type SourcePage = NonNullable<z.output<typeof SourcePage>>;
