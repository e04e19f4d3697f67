import { sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { JournalSourcePages } from '#server/kernel/sources.ts';

export const walletSources: JournalSourcePages = {
  wallet_adjustment: sql<JournalSourcePage>`(select 'wallet' as of, x.id, x.code from wallet_adjustment a join wallet x on x.company_id = a.company_id where a.id = w.source_id)`,
  company: sql<JournalSourcePage>`(select 'wallet' as of, x.id, x.code from wallet x where x.company_id = w.source_id)`,
};
