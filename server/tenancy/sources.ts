import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import type { SourcePages } from '#server/kernel/sources.ts';

export const tenancySources: SourcePages = {
  tenancy: sql<SourcePage>`(select 'tenancy' as of, t.id, t.code from tenancy t where t.id = w.source_id)`,
};
