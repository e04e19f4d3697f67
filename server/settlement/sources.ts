import { sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { JournalSourcePages } from '#server/kernel/sources.ts';

export const settlementSources: JournalSourcePages = {
  settlement_payment: sql<JournalSourcePage>`(select 'settlement' as of, p.id, p.code from settlement_payment p where p.id = w.source_id)`,
  settlement_transaction: sql<JournalSourcePage>`(select 'transfer' as of, t.id, t.code from settlement_transaction t where t.id = w.source_id)`,
};
