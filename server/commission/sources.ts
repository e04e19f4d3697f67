import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import type { SourcePages } from '#server/kernel/sources.ts';

export const commissionSources: SourcePages = {
  commission: sql<SourcePage>`(select 'commission' as of, c.id, c.code from commission c where c.id = w.source_id)`,
};
