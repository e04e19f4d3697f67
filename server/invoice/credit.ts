import type { invoiceActCalls } from '#contract/invoice/act-calls.ts';
import type { CreditKind } from '#contract/invoice/kinds.ts';
import { openOfLine } from '#contract/invoice/lines.ts';
import { lineName } from '#contract/invoice/words.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { creditedBack, unasked } from '#contract/ledger/postings.ts';
import { type Cents, cents, oddCents, sum } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { itself } from '#server/kernel/scoped-row.ts';
import { held, post } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { insistAlone } from './alone.ts';
import { feeMayCome } from './fees.ts';
import { undoIssue } from './follows.ts';
import { whatOf } from './issue.ts';
import { heldInvoice, isLivedIn, linesOf, lockForPaying, put } from './money.ts';
import { details } from './one.ts';
import { accountOf, creditAccountOf, factsOf, type InvoiceRow, type LineRow, missing } from './rows.ts';
import { paymentsOf } from './runs/paper.ts';
import { paidUp, restate } from './settle.ts';
import { aboutOf, calledIn, tellManagers, tellPayers } from './tell.ts';
import { callerName, forWork, insist } from './work.ts';

type Calls = typeof invoiceActCalls;
const why = 'an invoice that is held by who may change it';
/** Of one line: what is asked for no more, and what had been paid and is given back. */
type Part = { readonly line: LineRow; readonly unpaid: Cents; readonly back: Cents };

const deposits = (parts: readonly Part[], of: 'unpaid' | 'back') => sum(parts.filter(({ line }) => line.kind === 'deposit').map((part) => part[of]));

/** Writes a credit note: rows, lines, the books, the status; whoever pays is told. */
async function write(ctx: Ctx, row: InvoiceRow, parts: readonly Part[], kind: CreditKind, reason: string): Promise<void> {
  const [unpaid, back] = [sum(parts.map((part) => part.unpaid)), sum(parts.map((part) => part.back))];
  await insistAlone(ctx, row, { unpaid, back });
  const note = await add(ctx, 'credit_note')
    .values({ invoice_id: row.id, kind, unpaid_cents: unpaid, paid_cents: back, reason, created_by: ctx.me.userId })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await add(ctx, 'credit_note_line')
    .values(parts.map((part) => ({ credit_note_id: note.id, invoice_line_id: part.line.id, unpaid_cents: part.unpaid, paid_cents: part.back })))
    .execute();
  for (const part of parts)
    await itself(ctx.db, 'invoice_line', part.line)
      .change()
      .set((eb) => ({ credited_cents: eb('credited_cents', '+', part.unpaid), returned_cents: eb('returned_cents', '+', part.back) }))
      .execute();
  await book(ctx, row, parts, { id: note.id, code: note.code, kind });
  const done = row.paid_cents + row.credited_cents + unpaid === row.total_cents;
  const after = await put(ctx, row, {
    credited_cents: sum([row.credited_cents, unpaid]),
    returned_cents: sum([row.returned_cents, back]),
    ...(kind === 'write_off' ? { written_off_cents: sum([row.written_off_cents, unpaid]) } : {}),
    // Closed by a correction it was paid with what had come; given up, or with nothing paid, it was not.
    ...(done && row.paid_on === null && row.paid_cents > 0 && kind !== 'write_off' ? { paid_on: clock.today() } : {}),
    // Who is given back all they paid has paid nothing.
    ...(back > 0 && row.paid_cents === row.returned_cents + back ? { paid_on: null } : {}),
  });
  const closed = { ...after, status: await restate(ctx, row, after, reason) };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id: row.id, code: row.code, before: factsOf(row), after: factsOf(closed), reason });
  const about = await aboutOf(ctx, row.id);
  if (about && kind !== 'write_off')
    await tellPayers(ctx, about, 'invoice.credit', { ...calledIn(about), sum: kesPlain(unpaid + back) }, `note:${note.id}`);
  // It is taken from what the owner gets next: they hear who did it, and why.
  if (about && back > 0)
    await tellManagers(
      ctx,
      about,
      'invoice.given_back',
      { ...calledIn(about), sum: kesPlain(back), who: (await callerName(ctx)) ?? '', reason },
      `note:${note.id}`,
    );
  // What came has its receipt: of the note only the note is told.
  if (done && row.status !== 'paid') await paidUp(ctx, closed, clock.today(), (await paymentsOf(ctx, row.id)).at(-1)?.how ?? 'credit', true);
  for (const part of parts.filter((one) => one.back > 0))
    await happened(ctx, 'invoice.credited', {
      creditNoteId: note.id,
      invoiceId: row.id,
      lineId: part.line.id,
      lineKind: part.line.kind,
      companyId: row.company_id,
      agentCompanyId: row.agent_company_id,
      propertyId: row.property_id,
      tenancyId: row.tenancy_id,
      fund: row.fund,
      cents: part.back,
      on: clock.today(),
    });
}

async function book(ctx: Ctx, row: InvoiceRow, parts: readonly Part[], note: { id: number; code: string; kind: CreditKind }): Promise<void> {
  const payer = accountOf(row);
  const unpaid = sum(parts.map((part) => part.unpaid));
  const back = sum(parts.map((part) => part.back));
  const common = {
    kind: note.kind === 'write_off' ? ('invoice_written_off' as const) : ('invoice_credited' as const),
    source: ['credit_note', note.id] as const,
    companyId: row.company_id,
    params: { what: whatOf(row), home: (await aboutOf(ctx, row.id))?.home ?? '', how: '', code: note.code },
    by: ctx.me.userId,
  };
  const deposit = deposits(parts, 'unpaid');
  await post(ctx.db, {
    ...common,
    key: `credit:note:${note.id}`,
    pairs: unasked({ fund: row.fund, payer, cents: unpaid - deposit, depositCents: deposit }),
  });
  if (back === 0) return;
  const active = await isLivedIn(ctx.db, row);
  const [available = 0] = await held(ctx.db, [[row.fund, { code: accounts.ownerPayable, company: row.company_id }]]);
  await post(ctx.db, {
    ...common,
    key: `credit:note:${note.id}:paid`,
    pairs: creditedBack({ fund: row.fund, payer, whose: creditAccountOf(row), cents: back, active, available }),
  });
}

export async function credit(ctx: Ctx, { id, lines, reason }: Input<Calls['credit']>): Promise<Result<Calls['credit']>> {
  const row = await forWork(ctx, id, 'invoices.edit');
  insist(row, ['unpaid', 'active', 'paid']);
  const known = new Map((await linesOf(ctx.db, [id])).map((line) => [line.id, line]));
  if (new Set(lines.map((one) => one.line_id)).size !== lines.length) throw invalid({ lines: m.invoice_problem_line_twice() });
  const parts = lines.map(({ line_id, cents: asked }): Part => {
    const line = known.get(line_id);
    if (!line || line.cents < 0) throw missing();
    const open = openOfLine(line);
    const there = open + line.paid_cents - line.returned_cents;
    if (asked > there) throw invalid({ lines: m.invoice_problem_credit_more({ what: lineName(line), sum: kesPlain(there) }) });
    const unpaid = cents(Math.min(asked, open));
    // A deposit that was paid goes back when somebody moves out, by its own way.
    if (line.kind === 'deposit' && asked > unpaid) throw invalid({ lines: m.invoice_problem_deposit_paid() });
    return { line, unpaid, back: cents(asked - unpaid) };
  });
  const all = wholeLeft(row, [...known.values()], parts);
  // Credited in full with nothing paid it would confirm a booking nobody paid for.
  if (row.kind === 'move_in' && row.paid_cents === 0 && sum(all.map((part) => part.unpaid)) === row.open_cents && !(await isLivedIn(ctx.db, row)))
    throw new Refusal('wrongState', m.invoice_refusal_move_in(), { from: row.status });
  await write(ctx, row, all, 'credit', reason);
  return details(ctx, { id });
}
/**
 * What is left is paid by phone, which moves whole shillings: what would be over is taken off with it, of the same lines first, of a deposit last. Where
 * some of the note is given back, that much less is: the note stays what was asked.
 */
function wholeLeft(row: InvoiceRow, lines: readonly LineRow[], parts: readonly Part[]): Part[] {
  const unpaid = sum(parts.map((part) => part.unpaid));
  let odd: number = unpaid === 0 ? 0 : oddCents((row.open_cents ?? 0) - unpaid);
  const others = lines
    .filter((line) => !parts.some((part) => part.line.id === line.id))
    .toSorted((a, b) => Number(a.kind === 'deposit') - Number(b.kind === 'deposit'))
    .map((line): Part => ({ line, unpaid: cents(0), back: cents(0) }));
  const all = [...parts, ...others].map((part) => {
    const more = Math.min(odd, openOfLine(part.line) - part.unpaid);
    odd -= more;
    return { ...part, unpaid: sum([part.unpaid, more]) };
  });
  let less = sum(all.map((part) => part.unpaid)) - unpaid;
  return all.flatMap((part) => {
    const kept = Math.min(less, part.back);
    less -= kept;
    const back = cents(part.back - kept);
    return part.unpaid + back > 0 ? [{ ...part, back }] : [];
  });
}

const allOpen = async (ctx: Ctx, id: number): Promise<Part[]> =>
  (await linesOf(ctx.db, [id])).map((line) => ({ line, unpaid: openOfLine(line), back: cents(0) })).filter((part) => part.unpaid > 0);

export async function writeOff(ctx: Ctx, { id, reason }: Input<Calls['writeOff']>): Promise<Result<Calls['writeOff']>> {
  const row = await forWork(ctx, id, 'income.edit');
  insist(row, ['unpaid', 'active']);
  // Before somebody moves in nothing is bad debt: it is taken back, or the booking lapses.
  if (row.kind === 'move_in' && !(await isLivedIn(ctx.db, row))) throw new Refusal('wrongState', m.invoice_refusal_move_in(), { from: row.status });
  await write(ctx, row, await allOpen(ctx, id), 'write_off', reason);
  return details(ctx, { id });
}

/** Of a late fee: it is credited. Of the invoice that is late: no more come, and those that are open go. */
export async function waive(ctx: Ctx, { id, reason }: Input<Calls['waive']>): Promise<Result<Calls['waive']>> {
  const seen = await forWork(ctx, id, 'invoices.edit');
  if (seen.kind === 'late_fee') {
    insist(seen, ['unpaid', 'active']);
    await write(ctx, seen, await allOpen(ctx, id), 'waiver', reason);
    return details(ctx, { id });
  }
  insist(seen, ['unpaid', 'active', 'paid']);
  const known = await everything(ctx.db, 'late_fee', why).select().select('fee_invoice_id').distinct().where('invoice_id', '=', id).execute();
  const fees = await lockForPaying(
    ctx,
    known.map((one) => one.fee_invoice_id).toSorted((a, b) => a - b),
  );
  const open = fees.filter((fee) => fee.open_cents > 0);
  if (open.length === 0 && !(await feeMayCome(ctx.db, id))) throw new Refusal('wrongState', m.invoice_refusal_no_fee(), { from: seen.status });
  await put(ctx, seen, { fees_off_at: clock.now(), fees_off: JSON.stringify({ reason, by: await callerName(ctx) }) });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'invoices',
    id,
    code: seen.code,
    before: { late_fees: true },
    after: { late_fees: false },
    reason,
  });
  for (const fee of open) await write(ctx, await heldInvoice(ctx, fee.id), await allOpen(ctx, fee.id), 'waiver', reason);
  return details(ctx, { id });
}

/** Nothing of it was paid: it is taken back. */
export async function voidOne(ctx: Ctx, { id, reason }: Input<Calls['void']>): Promise<Result<Calls['void']>> {
  const row = await forWork(ctx, id, 'invoices.edit');
  if (row.status === 'active') throw new Refusal('wrongState', m.invoice_refusal_void_paid(), { from: row.status, allowed: ['credit'] });
  insist(row, ['unpaid']);
  if (row.kind === 'move_in' && row.booking_id !== null && !(await isLivedIn(ctx.db, row)))
    throw new Refusal('wrongState', m.invoice_refusal_move_in(), { from: row.status });
  // What was given back of a payment that is gone paid something else: taken back, nobody would ever have paid that.
  if (row.returned_cents > 0) throw new Refusal('conflict', m.invoice_refusal_void_returned({ sum: kesPlain(row.returned_cents) }));
  await undoIssue(ctx, row, reason, 'void');
  const about = await aboutOf(ctx, id);
  if (about) await tellPayers(ctx, about, 'invoice.void', calledIn(about), 'void');
  return details(ctx, { id });
}
