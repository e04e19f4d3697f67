import { type RawBuilder, sql } from 'kysely';
import type { House } from '#test/db.ts';

/** One of two owners who have the same homes and the same invoices. */
export type Twin = {
  readonly mark: string;
  readonly company: number;
  readonly agent: number;
  readonly owner: number;
  readonly property: number;
  readonly homes: readonly { readonly id: number; readonly code: string; readonly unit: number; readonly invoices: number[] }[];
};
type Row = Record<string, unknown>;
/** What stands of a twin, without what makes it another: ids are said by what they are of. Whom a payment is suggested to depends on everybody at the paybill. */
export async function standingOf(house: House, { mark, company, agent, owner, property, homes: own }: Twin) {
  const names = new Map<string, string>([
    ...own.flatMap((home, h): [string, string][] => [
      [`tenancy ${home.id}`, `home ${h}`],
      ...home.invoices.map((id, at): [string, string] => [`invoice ${id}`, `home ${h} invoice ${at}`]),
    ]),
    [`company ${company}`, 'the owner'],
    [`company ${agent}`, 'the agent'],
  ]);
  const said = (of: string, id: unknown) => (id === null ? null : (names.get(`${of} ${id}`) ?? `${of} of somebody else`));
  const acct = (key: string) => {
    const [fund, code, ofCompany, ofTenancy, ref] = key.split(':');
    return [fund, code, ofCompany && said('company', ofCompany), ofTenancy && said('tenancy', ofTenancy), ref && 'ref'].join(':');
  };
  const rows = async (query: RawBuilder<Row>, change: (row: Row) => Row) =>
    (await query.execute(house.database.db)).rows.map((row) => JSON.stringify({ ...row, ...change(row) })).sort();
  const ids = own.map(({ id }) => id);
  const all = own.flatMap(({ invoices }) => invoices);
  const like = `${mark}-%`;
  return {
    payments: await rows(
      sql<Row>`select purpose, status, how, fund, cents, allocated_cents, credited_cents, refunded_cents, company_id, property_id = ${property} as here, tenancy_id, tenant_id is not null as tenant,
        match = 'matched' as matched, looked_at is not null as looked, payer, phone_tail, substr(external, length(${mark}) + 1) as external, paid_on::text from payment where external like ${like}`,
      (row) => ({ company_id: said('company', row.company_id), tenancy_id: said('tenancy', row.tenancy_id) }),
    ),
    receipts: await rows(
      sql<Row>`select rail, fund, r.cents, verified_by, payer, substr(external_id, length(${mark}) + 1) as external from receipt r where external_id like ${like}`,
      () => ({}),
    ),
    allocations: await rows(
      sql<Row>`select a.cents, a.source, a.paid_on::text, substr(p.external, length(${mark}) + 1) as external, a.invoice_id, l.n from allocation a join payment p on p.id = a.payment_id
        join invoice_line l on l.id = a.line_id where p.external like ${like}`,
      (row) => ({ invoice_id: said('invoice', row.invoice_id) }),
    ),
    invoices: await rows(
      sql<Row>`select i.id, i.status, i.paid_cents, i.paid_on::text, array_agg(l.paid_cents order by l.n) as lines from invoice i join invoice_line l on l.invoice_id = i.id
        where i.id = any (${all}::bigint[]) group by i.id`,
      (row) => ({ id: said('invoice', row.id) }),
    ),
    credits: await rows(
      sql<Row>`select tenancy_id, fund, cents, used_cents from payment_credit where tenancy_id = any (${ids}::bigint[])`,
      (row) => ({
        tenancy_id: said('tenancy', row.tenancy_id),
      }),
    ),
    journals: await rows(
      sql<Row>`select j.kind, j.source, j.value_day::text, j.params - 'code' - 'home' - 'how' as params, e.fund, d.key as dr, c.key as cr, e.cents
        from journal j join journal_entry e on e.journal_id = j.id join ledger_account d on d.id = e.dr join ledger_account c on c.id = e.cr
        where (j.company_id = ${company} and j.kind <> 'invoice_issued') or (j.source = 'payment' and j.source_id in (select id from payment where external like ${like}))`,
      (row) => ({ dr: acct(String(row.dr)), cr: acct(String(row.cr)), params: row.kind === 'commission' ? null : row.params }),
    ),
    commissions: await rows(
      sql<Row>`select beneficiary, beneficiary_company_id, tenancy_id, invoice_id, fund, base_cents, amount_cents, tax_cents, booked_at is not null as booked from commission where company_id = ${company}`,
      (row) => ({
        beneficiary_company_id: said('company', row.beneficiary_company_id),
        ...{ tenancy_id: said('tenancy', row.tenancy_id), invoice_id: said('invoice', row.invoice_id) },
      }),
    ),
    holds: await rows(sql<Row>`select code, kind, cents, until::text from wallet_hold where company_id = ${company}`, () => ({})),
    moves: await rows(
      sql<Row>`select subject, subject_id, move, from_state, to_state from move_log where subject = 'invoice' and subject_id = any (${all}::bigint[])`,
      (row) => ({ subject_id: said('invoice', row.subject_id) }),
    ),
    logged: await rows(
      sql<Row>`select record_id, kind, diff, reason from audit_log where document = 'invoices' and record_id = any (${all}::bigint[]) and request_id = 'clock'`,
      (row) => ({ record_id: said('invoice', row.record_id) }),
    ),
    told: await rows(
      sql<Row>`select data ->> 'event' as event, data -> 'params' ->> 'sum' as sum, (data -> 'to' ->> 'personId')::bigint = ${owner} as owner from job.job_common where name = 'notification.deliver'
        and ((data ->> 'event' like 'payment.%' and split_part(data ->> 'key', ':', 2)::bigint in (select id from payment where external like ${like}))
          or (data ->> 'event' = 'receipt' and split_part(data ->> 'key', ':', 2)::bigint = any (${all}::bigint[])))`,
      () => ({}),
    ),
  };
}
