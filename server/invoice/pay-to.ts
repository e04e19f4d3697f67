import { sql } from 'kysely';
import type { PublicInvoice } from '#contract/invoice/shapes.ts';
import { collectingAgentSql } from '#server/access/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { toPaybillAccountNumber } from './rows.ts';

const why = 'the invoiced person sees how to pay';
type Asked = {
  readonly company_id: number;
  readonly agent_company_id: number | null;
  readonly property_id: number;
  readonly code: string;
  /** The fund of the invoice, or the current fund of the company if there is no invoice. */
  readonly fund: 'C' | 'M';
};
type Row = { name: string; paybill: string | null; till: string | null; bank: string | null };

/**
 * Payment instructions, the same on every page and PDF. If Makao holds the money, the paybill of Makao, because only that paybill sends callbacks to
 * Makao. Otherwise the accounts of the collector: the agent if the mandate allows collecting, else the owner.
 */
export async function readPayToDetails(db: Db, { company_id, agent_company_id, property_id, code, fund }: Asked): Promise<PublicInvoice['pay_to']> {
  if (fund === 'C') return toPlatform(db, company_id, code);
  const { rows } = await sql<Row>`/* unscoped: the invoiced person sees how to pay */
    select c.name, c.pay_paybill as paybill, c.pay_till as till, c.pay_bank as bank from company c
    where c.id = coalesce(${collectingAgentSql(company_id, agent_company_id, property_id)}, ${company_id})
      and coalesce(c.pay_paybill, c.pay_till, c.pay_bank) is not null`.execute(db);
  const [row] = rows;
  return row ? { ...row, account: toPaybillAccountNumber(code) } : null;
}

async function toPlatform(db: Db, companyId: number, code: string): Promise<PublicInvoice['pay_to']> {
  const row = await unscopedTable(db, 'company', why)
    .select()
    .select(['name', getLookup('platformPaybill')().as('paybill')])
    .where('id', '=', companyId)
    .executeTakeFirst();
  return row?.paybill ? { name: row.name, paybill: row.paybill, account: toPaybillAccountNumber(code), till: null, bank: null } : null;
}
