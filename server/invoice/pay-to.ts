import { sql } from 'kysely';
import type { PublicInvoice } from '#contract/invoice/shapes.ts';
import { collectingAgent } from '#server/access/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { everything } from '#server/kernel/scoped.ts';
import { payRef } from './rows.ts';

const why = 'how whoever is asked pays';
type Asked = {
  readonly company_id: number;
  readonly agent_company_id: number | null;
  readonly property_id: number;
  readonly code: string;
  /** Of the invoice; of a home without one, how its company's money runs. */
  readonly fund: 'C' | 'M';
};
type Row = { name: string; paybill: string | null; till: string | null; bank: string | null };

/**
 * How the home is paid for, one way for every page and paper: to the platform's paybill where it holds the money, for it hears of no other; else to
 * whoever collects, as they keep it: the agent where their mandate lets them take the money, or the holder.
 */
export async function payTo(db: Db, { company_id, agent_company_id, property_id, code, fund }: Asked): Promise<PublicInvoice['pay_to']> {
  if (fund === 'C') return toPlatform(db, company_id, code);
  const { rows } = await sql<Row>`/* all: how whoever is asked pays */
    select c.name, c.pay_paybill as paybill, c.pay_till as till, c.pay_bank as bank from company c
    where c.id = coalesce(${collectingAgent(company_id, agent_company_id, property_id)}, ${company_id})
      and coalesce(c.pay_paybill, c.pay_till, c.pay_bank) is not null`.execute(db);
  const [row] = rows;
  return row ? { ...row, account: payRef(code) } : null;
}

async function toPlatform(db: Db, companyId: number, code: string): Promise<PublicInvoice['pay_to']> {
  const row = await everything(db, 'company', why)
    .select()
    .select(['name', lookup('platformPaybill')().as('paybill')])
    .where('id', '=', companyId)
    .executeTakeFirst();
  return row?.paybill ? { name: row.name, paybill: row.paybill, account: payRef(code), till: null, bank: null } : null;
}
