import { type RawBuilder, sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { JournalSourcePages } from '#server/kernel/sources.ts';

/** The page of an invoice: within its tenancy, or within the booking before there is a tenancy. */
const whereRead = (invoice: RawBuilder<number>): RawBuilder<JournalSourcePage> =>
  sql<JournalSourcePage>`(select 'tenancy' as of, t.id, t.code from invoice i join tenancy t on t.id = i.tenancy_id where i.id = ${invoice}
    union all select 'booking', b.id, b.code from invoice i join booking b on b.id = i.booking_id where i.id = ${invoice} and i.tenancy_id is null)`;
export const invoiceSources: JournalSourcePages = {
  invoice: whereRead(sql<number>`w.source_id`),
  credit_note: whereRead(sql<number>`(select n.invoice_id from credit_note n where n.id = w.source_id)`),
};
