import { sql } from 'kysely';
import { allocated } from '#contract/ledger/postings.ts';
import type { Part } from '#contract/payment/order.ts';
import { settleMany } from '#server/invoice/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happenedMany } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type Journal, postMany } from '#server/ledger/service.ts';
import { whatHappened } from './allocate.ts';
import type { Owed } from './invoices.ts';
import { howText, type PaymentRow } from './rows.ts';

const why = 'what journals say of homes';

/** A payment and the lines it is put to, of invoices that are held with it. */
export type Put = {
  readonly payment: Pick<PaymentRow, 'id' | 'how' | 'external'>;
  readonly on: string;
  readonly parts: readonly Part[];
  /** When it was, where that is long ago. */
  readonly at?: Date;
};
type Row = { readonly id: number; readonly payment_id: number; readonly invoice_id: number; readonly line_id: number; readonly cents: number };

/** What `putTo` does with one payment, for many: in one statement a table, with the same journals, and the same told to who follows. */
export async function putMany(ctx: Ctx, puts: readonly Put[], invoices: readonly Owed[], how: { readonly quiet?: boolean } = {}): Promise<void> {
  const byId = new Map(invoices.map((one) => [one.id, one]));
  const putOf = new Map(puts.map((put) => [put.payment.id, put]));
  const rows = await write(ctx, puts);
  const homes = await homesOf(ctx, invoices);
  const journals = rows.flatMap((row): Journal[] => {
    const [one, put] = [byId.get(row.invoice_id), putOf.get(row.payment_id)];
    const line = one?.lines.find(({ id }) => id === row.line_id);
    if (!one || !line || !put) throw new Error(`line ${row.line_id} of invoice ${row.invoice_id} is not held`);
    return [
      {
        ...{ key: `allocation:${row.id}`, kind: 'money_allocated', valueDay: put.on, source: ['allocation', row.id], companyId: one.companyId },
        ...{
          params: { what: line.label || line.kind, home: homes.get(one.tenancyId ?? 0) ?? '', how: howText(put.payment), code: one.code },
          by: ctx.me.userId,
        },
        pairs: allocated({
          ...{ fund: one.fund, payer: one.payer, cents: row.cents, deposit: line.kind === 'deposit', active: one.active, from: 'receipt' },
        }),
      },
    ];
  });
  await postMany(ctx.db, journals);
  await settleMany(
    ctx,
    puts.flatMap(({ parts, on, payment }) =>
      [...Map.groupBy(parts, (part) => part.invoiceId)].map(([invoiceId, own]) => ({ invoiceId, parts: own, on, how: payment.how, told: true })),
    ),
    how,
  );
  await happenedMany(
    ctx,
    'payment.allocated',
    rows.map((row) => whatHappened(byId, row, putOf.get(row.payment_id)?.on ?? '')),
  );
}

async function write(ctx: Ctx, puts: readonly Put[]): Promise<Row[]> {
  const rows = puts.flatMap(({ payment, on, parts, at }) =>
    parts.map((part) => ({
      ...{ payment_id: payment.id, invoice_id: part.invoiceId, line_id: part.lineId, source: 'receipt', cents: part.cents, paid_on: on },
      created_at: at ?? null,
    })),
  );
  const { rows: made } = await sql<Row>`/* all: allocations whoever brings them has the right to */
    insert into allocation (payment_id, invoice_id, line_id, source, cents, paid_on, created_at)
    select payment_id, invoice_id, line_id, source, cents, paid_on, coalesce(created_at, app.now()) from jsonb_populate_recordset(null::allocation, ${JSON.stringify(rows)}::jsonb)
    returning id, payment_id, invoice_id, line_id, cents`.execute(ctx.db);
  return made.map((row) => ({ ...row, id: Number(row.id) }));
}

/** What journals call the homes of these tenancies. */
async function homesOf(ctx: Ctx, invoices: readonly Owed[]): Promise<Map<number, string>> {
  const ids = [...new Set(invoices.flatMap(({ tenancyId }) => tenancyId ?? []))];
  const rows = await everything(ctx.db, 'tenancy', why)
    .select()
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
    .select(['tenancy.id', sql<string>`case when tenancy.whole then property.name else unit.name || ', ' || property.name end`.as('home')])
    .where(sql<boolean>`tenancy.id = any (${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.home]));
}
