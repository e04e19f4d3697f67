import { z } from 'zod';
import { day } from '#contract/kernel/list.ts';
import { SourcePage } from './source.ts';

/** What was booked about a record, as its own page shows it: a sentence, and the way into the books for who reads them. */
export const Booked = z.object({ id: z.number(), code: z.string(), says: z.string(), day, cents: z.number(), page: SourcePage });
export type Booked = z.output<typeof Booked>;
