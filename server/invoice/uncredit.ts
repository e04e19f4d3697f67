import { accounts } from '#contract/ledger/accounts.ts';
import { creditTaken, unasked } from '#contract/ledger/postings.ts';
import { type Cents, cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { everything } from '#server/kernel/scoped.ts';
import { held, post } from '#server/ledger/service.ts';
import { whatOf } from './issue.ts';
import { heldInvoice, isLivedIn, linesOf, put } from './money.ts';
import { accountOf, creditAccountOf, type InvoiceRow, missing } from './rows.ts';
import { logged, restate } from './settle.ts';
import { aboutOf } from './tell.ts';

const why = 'what a credit note gave back of a payment that goes';
type Going = { readonly invoiceId: number; readonly lineId: number; readonly cents: number; readonly returned?: number };

async function booked(ctx: Ctx, row: InvoiceRow, lineId: number, what: 'taken' | 'unasked') {
  return {
    key: `invoice:${row.id}:${what}:${lineId}:${row.revision}`,
    kind: 'invoice_credited' as const,
    source: ['invoice', row.id] as const,
    companyId: row.company_id,
    params: { what: whatOf(row), home: (await aboutOf(ctx, row.id))?.home ?? '', how: '', code: row.code },
    by: ctx.me.userId,
  };
}

/** Of the tenant's credit what credit notes gave. */
async function fromNotes(ctx: Ctx, row: InvoiceRow): Promise<number> {
  const [there = 0] = await held(ctx.db, [[row.fund, { code: accounts.tenantCredit, ...creditAccountOf(row) }]]);
  const place = { fund: row.fund, company: row.company_id, tenancy: row.tenancy_id, booking: row.booking_id };
  return Math.max(0, there - (await lookup('paidCredit')(ctx.db, place)));
}

/**
 * A payment is about to be taken off a line of an invoice that is held: what a credit note gave back of it was never there, and leaves the tenant's
 * credit, as far as it is not used up. Answers how much; `askedNoMore` says so of the line once the payment is off.
 */
export async function uncredited(ctx: Ctx, { invoiceId, lineId, cents: going, returned = 0 }: Going): Promise<Cents> {
  const row = await heldInvoice(ctx, invoiceId);
  const line = (await linesOf(ctx.db, [invoiceId])).find(({ id }) => id === lineId);
  if (!line) throw missing();
  const beyond = Math.max(returned, line.returned_cents - (line.paid_cents - going));
  if (beyond <= 0) return cents(0);
  const gone = cents(Math.min(beyond, line.returned_cents, await fromNotes(ctx, row)));
  if (gone === 0) return gone;
  const [claimed = 0] = await held(ctx.db, [[row.fund, { code: accounts.ownerReceivable, company: row.company_id }]]);
  const active = await isLivedIn(ctx.db, row);
  await post(ctx.db, {
    ...(await booked(ctx, row, lineId, 'taken')),
    pairs: creditTaken({ fund: row.fund, payer: accountOf(row), whose: creditAccountOf(row), cents: gone, active, claimed }),
  });
  return gone;
}

/** What had been given back of a line, and went with its payment, stays taken off: it is asked for no more. */
export async function askedNoMore(ctx: Ctx, { invoiceId, lineId, cents: gone }: Going): Promise<void> {
  if (gone === 0) return;
  const row = await heldInvoice(ctx, invoiceId);
  await post(ctx.db, {
    ...(await booked(ctx, row, lineId, 'unasked')),
    pairs: unasked({ fund: row.fund, payer: accountOf(row), cents: gone, depositCents: 0 }),
  });
  await everything(ctx.db, 'invoice_line', why)
    .change()
    .set((eb) => ({ credited_cents: eb('credited_cents', '+', cents(gone)), returned_cents: eb('returned_cents', '-', cents(gone)) }))
    .where('id', '=', lineId)
    .execute();
  const credited = sum([row.credited_cents, gone]);
  const done = row.paid_cents + credited === row.total_cents;
  const after = await put(ctx, row, {
    credited_cents: credited,
    returned_cents: sum([row.returned_cents, -gone]),
    ...(done && row.paid_cents > 0 && row.written_off_cents === 0 ? { paid_on: clock.today() } : {}),
  });
  await restate(ctx, row, after, 'credit');
  await logged(ctx, row, after, why);
}
