import { sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { JournalSourcePages } from '#server/kernel/sources.ts';

export const commissionSources: JournalSourcePages = {
  commission: sql<JournalSourcePage>`(select 'commission' as of, c.id, c.code from commission c where c.id = w.source_id)`,
};
