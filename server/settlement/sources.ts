import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import type { SourcePages } from '#server/kernel/sources.ts';

export const settlementSources: SourcePages = {
  settlement_payment: sql<SourcePage>`(select 'settlement' as of, p.id, p.code from settlement_payment p where p.id = w.source_id)`,
  settlement_transaction: sql<SourcePage>`(select 'transfer' as of, t.id, t.code from settlement_transaction t where t.id = w.source_id)`,
};
