import { sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { JournalSourcePages } from '#server/kernel/sources.ts';

export const featuredSources: JournalSourcePages = {
  /** The payment of a booking; for a wallet payment, the wallet. */
  featured_booking: sql<JournalSourcePage>`(select 'payment' as of, p.id, p.code from payment p where p.for_table = 'featured_booking' and p.for_id = w.source_id and p.status = 'completed'
    union all select 'wallet', x.id, x.code from featured_booking f join wallet x on x.company_id = f.company_id where f.id = w.source_id)`,
};
