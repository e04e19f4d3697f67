import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import type { SourcePages } from '#server/kernel/sources.ts';

export const bookingSources: SourcePages = {
  booking: sql<SourcePage>`(select 'booking' as of, b.id, b.code from booking b where b.id = w.source_id)`,
};
