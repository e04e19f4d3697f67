import { sql } from 'kysely';
import { invoiceMachine } from '#contract/invoice/machine.ts';
import { settledOf } from '#contract/invoice/settled.ts';
import { clock } from '#contract/time/clock.ts';
import { auditMany } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happenedMany } from '#server/kernel/happen.ts';
import { moveMany } from '#server/kernel/move.ts';
import { changed } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { heldRows, paidUp, type Settling } from './money.ts';
import { factsOf, type InvoiceRow, missing } from './rows.ts';

/**
 * Money was put to many invoices at once: what `settle` does to one, in one statement a table. `quiet`: whoever brings in by the hundred what was paid
 * (a statement of months, books of before) would write to everybody about what they know. An invoice somebody moves in with is settled as one.
 */
export async function settleMany(ctx: Ctx, given: readonly Settling[], { quiet = false }: { quiet?: boolean } = {}): Promise<void> {
  const rows = new Map((await heldRows(ctx, [...new Set(given.map(({ invoiceId }) => invoiceId))])).map((row) => [row.id, row]));
  const parts = given.flatMap((one) => one.parts);
  if (parts.length === 0) return;
  await sql`/* all: lines of invoices whoever settles them holds */
    update invoice_line l set paid_cents = l.paid_cents + s.cents
    from (select line_id, sum(cents)::bigint as cents from jsonb_to_recordset(${JSON.stringify(parts.map(({ lineId, cents }) => ({ line_id: lineId, cents })))}::jsonb)
      as p (line_id bigint, cents bigint) group by line_id) s where l.id = s.line_id`.execute(ctx.db);
  const now = new Map<number, { row: InvoiceRow; paid: number; on: string; how: string; told: boolean }>();
  for (const { invoiceId, parts: own, on, how, told = false } of given) {
    const row = rows.get(invoiceId);
    if (!row) throw missing();
    if (row.status === 'expired') throw new Refusal('conflict', m.invoice_refusal_expired());
    const before = now.get(invoiceId)?.paid ?? row.paid_cents;
    now.set(invoiceId, { row, paid: before + own.reduce((sum, part) => sum + part.cents, 0), on, how, told });
  }
  const all = [...now.values()];
  const isDone = ({ row, paid }: (typeof all)[number]) => paid + row.credited_cents === row.total_cents;
  const { rows: after } = await sql<InvoiceRow>`/* all: invoices whoever settles them holds */
    update invoice i set paid_cents = s.paid, paid_on = s.paid_on, revision = i.revision + 1, updated_at = ${clock.now()}
    from jsonb_to_recordset(${JSON.stringify(all.map((one) => ({ id: one.row.id, paid: one.paid, paid_on: isDone(one) && one.row.written_off_cents === 0 ? one.on : null })))}::jsonb) as s (id bigint, paid bigint, paid_on date)
    where i.id = s.id returning i.*`.execute(ctx.db);
  const done = all.filter(isDone);
  const begun = all.filter((one) => !isDone(one) && one.row.status === 'unpaid');
  const ids = (some: typeof all) => some.map(({ row }) => row.id);
  // Part of it let go, it is closed and not paid, as by `restate`.
  const isPaid = ({ row, paid }: (typeof all)[number]) => settledOf({ ...row, paid_cents: paid, status: 'paid' }) === 'paid';
  await moveMany(ctx, invoiceMachine, 'pay', ids(done.filter(isPaid)), null, 'clock');
  await moveMany(ctx, invoiceMachine, 'close', ids(done.filter((one) => !isPaid(one))), null, 'clock');
  await moveMany(ctx, invoiceMachine, 'pay_part', ids(begun), null, 'clock');
  const left = new Map(after.map((row) => [Number(row.id), row]));
  await auditMany(
    ctx.db,
    ctx,
    all.map(({ row, paid, how }) => ({
      ...{ kind: 'edit' as const, document: 'invoices' as const, id: row.id, code: row.code, before: factsOf(row), reason: how },
      after: { ...factsOf(row), paid_cents: paid, status: done.some((one) => one.row.id === row.id) ? 'paid' : 'active' },
    })),
  );
  for (const company of new Set(all.map(({ row }) => row.company_id))) await changed(ctx, { room: 'invoice', company });
  const asOne = done.filter(({ row }) => !quiet || row.kind === 'move_in');
  await happenedMany(
    ctx,
    'invoice.paid',
    ids(done.filter((one) => !asOne.includes(one))).map((invoiceId) => ({ invoiceId })),
  );
  for (const { row, on, how, told } of asOne) await paidUp(ctx, { ...row, ...left.get(row.id) }, on, how, told);
}
