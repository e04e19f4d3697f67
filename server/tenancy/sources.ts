import { sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { JournalSourcePages } from '#server/kernel/sources.ts';

export const tenancySources: JournalSourcePages = {
  tenancy: sql<JournalSourcePage>`(select 'tenancy' as of, t.id, t.code from tenancy t where t.id = w.source_id)`,
};
