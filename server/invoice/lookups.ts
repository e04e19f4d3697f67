import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const invoiceLookups: Partial<ModuleLookups> = {
  isBilled: (booking) =>
    sql<boolean>`exists (select 1 from invoice i where i.booking_id = ${booking} and i.kind = 'move_in' and i.status <> 'expired')`,
  paidOnBill: (booking) =>
    sql<number>`(select coalesce(sum(i.paid_cents), 0)::bigint from invoice i where i.booking_id = ${booking} and i.kind = 'move_in')`,
  hasInvoice: (tenancy) => sql<boolean>`exists (select 1 from invoice v where v.tenancy_id = ${tenancy})`,
};
