import { sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { JournalSourcePages } from '#server/kernel/sources.ts';

export const bookingSources: JournalSourcePages = {
  booking: sql<JournalSourcePage>`(select 'booking' as of, b.id, b.code from booking b where b.id = w.source_id)`,
};
