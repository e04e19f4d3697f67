import { type RawBuilder, sql } from 'kysely';
import type { CollectionAccountRow } from '#server/treasury/service.ts';

/** A tenancy, or a booking that has no tenancy yet. */
export type HomeReference = { readonly tenancyId: number | null; readonly bookingId: number | null };
export type HomeRow = { tenancy_id: number | null; booking_id: number | null; typed?: string | null };
export const toHome = (row: HomeRow): HomeReference => ({ tenancyId: row.tenancy_id, bookingId: row.tenancy_id === null ? row.booking_id : null });

export type MatchScope = Pick<CollectionAccountRow, 'company_id' | 'fund'>;
/** The companies that may receive money on this account: its own company, or on the account of Makao those for which Makao collects. */
export const isServedByAccountSql = ({ company_id, fund }: MatchScope, column: RawBuilder<unknown>) =>
  company_id !== null
    ? sql<boolean>`${column} = ${company_id}`
    : fund === 'C'
      ? sql<boolean>`exists (select 1 from ledger_book k where k.company_id = ${column} and k.mode = 'trust')`
      : sql<boolean>`true`;
export const openInvoiceStates = sql`('unpaid', 'active')`;
