import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import type { SourcePages } from '#server/kernel/sources.ts';

export const walletSources: SourcePages = {
  wallet_adjustment: sql<SourcePage>`(select 'wallet' as of, x.id, x.code from wallet_adjustment a join wallet x on x.company_id = a.company_id where a.id = w.source_id)`,
  company: sql<SourcePage>`(select 'wallet' as of, x.id, x.code from wallet x where x.company_id = w.source_id)`,
};
