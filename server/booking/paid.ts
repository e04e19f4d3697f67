import { sql } from 'kysely';
import type { bookingCalls } from '#contract/booking/calls.ts';
import { type BookingAct, paidLook } from '#contract/booking/kinds.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import { eveningAfter } from '#contract/time/deadline.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';
import { itself } from '#server/kernel/scoped-row.ts';
import { aboveOffers } from '#server/listing/service.ts';
import { keep } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { insistThawed } from './decide.ts';
import { homesHeld } from './homes.ts';
import { details } from './one.ts';
import { actsOf, type BookingRow, billed, billOf, missing, movesOf } from './rows.ts';
import { forWork, lockById, peek, put, restage, say, step } from './steps.ts';
import { namesOf, tellApplicant, tellManagers } from './tell.ts';
import { money } from './texts.ts';

type Calls = typeof bookingCalls;
/** What one applicant may bring for one booking. */
const mostReceipts = 5;

/** Where the booking stands allows it, or 409 with what is possible instead. */
function insistOn(ctx: Ctx, row: BookingRow, name: 'confirm' | BookingAct): void {
  insistThawed(ctx, row);
  const whose = { me: ctx.me, mine: row.person_id === ctx.me.userId, mayWork: true };
  const allowed = [...movesOf(row, whose), ...actsOf(row, whose)];
  if (!allowed.includes(name)) throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, to: 'confirmed', allowed });
}

/** The file first, since it holds the company; then the booking, which knows from now on that the file is about it. */
async function brought(
  house: House,
  ctx: Ctx,
  file: Parameters<typeof keep>[2],
  { field, forCompany, locked }: { field: string; forCompany: number | null; locked: () => Promise<BookingRow> },
): Promise<{ file_id: number }> {
  const kept = await keep(house, { ...ctx, me: { ...ctx.me, companyId: forCompany } }, file, { purpose: 'document', visibility: 'private', field });
  const row = await locked();
  await put(ctx, row, { evidence: sql<number[]>`array_append(evidence, ${kept.id}::bigint)` });
  await audit(ctx.db, ctx, { kind: 'add', document: 'booking', id: row.id, code: row.code, reason: 'evidence of a payment' });
  return { file_id: kept.id };
}

/** Kept before it is named: a payment without its evidence is not recorded. */
export const evidence =
  (house: House) =>
  async (ctx: Ctx, { id, file }: Input<Calls['evidence']>): Promise<Result<Calls['evidence']>> =>
    brought(house, ctx, file, {
      field: 'evidence',
      forCompany: ctx.me.companyId,
      locked: async () => {
        const row = await forWork(ctx, id);
        if (row.status === 'confirmed') await insistUnbooked(ctx, row);
        insistOn(ctx, row, row.status === 'confirmed' ? 'correct' : 'confirm');
        return row;
      },
    });

/** The applicant's own receipt: theirs, and to be read by whoever decides about it. */
export const receipt =
  (house: House) =>
  async (ctx: Ctx, { id, file }: Input<Calls['receipt']>): Promise<Result<Calls['receipt']>> => {
    const seen = await ownOf(ctx, id);
    return brought(house, ctx, file, {
      field: 'receipt',
      forCompany: seen.agent_company_id ?? seen.company_id,
      locked: async () => {
        const row = await lockById(ctx, id);
        insistOn(ctx, row, 'say_paid');
        if (row.evidence.length >= mostReceipts) throw invalid({ receipt: m.booking_problem_receipts({ count: mostReceipts }) });
        return row;
      },
    });
  };

async function ownOf(ctx: Ctx, id: number): Promise<BookingRow> {
  const row = await peek(ctx, id);
  if (row.person_id !== ctx.me.userId) throw missing();
  return row;
}

type Payment = { readonly on: string; readonly file_id: number | null };
/** A payment lies between the application and today, and its evidence was brought for this booking. */
function checkPayment(row: BookingRow, { on, file_id }: Payment): void {
  if (on > clock.today()) throw invalid({ on: m.booking_problem_paid_later() });
  const first = dayOf(row.created_at);
  if (on < first) throw invalid({ on: m.booking_problem_paid_before({ day: longDate(first) }) });
  if (file_id !== null && !row.evidence.includes(file_id)) throw invalid({ file_id: m.booking_problem_evidence() });
}

export async function sayPaid(ctx: Ctx, { id, ...said }: Input<Calls['sayPaid']>): Promise<Result<Calls['sayPaid']>> {
  await ownOf(ctx, id);
  const row = await lockById(ctx, id);
  insistOn(ctx, row, 'say_paid');
  checkPayment(row, said);
  const look = eveningAfter(clock.now(), paidLook);
  const after = await restage(
    ctx,
    row,
    {
      said_paid: JSON.stringify({ ...said, at: clock.now().toISOString() }),
      // Time for somebody to look, once: saying it again buys no more.
      ...(row.said_paid === null && row.pay_until !== null && row.pay_until < look ? { pay_until: look } : {}),
    },
    'the applicant said that they paid',
  );
  const { home, name } = await namesOf(ctx, after);
  await tellManagers(ctx, after, 'booking.said_paid', { home, name, sum: money(said.cents) });
  return details(ctx, { id });
}

export async function confirm(ctx: Ctx, { id, file_id, cents, how, on, note, why_less }: Input<Calls['confirm']>): Promise<Result<Calls['confirm']>> {
  // The home before the booking, since its tenancy comes about with it.
  const seen = await peek(ctx, id);
  await aboveOffers(ctx, seen.property_id);
  await homesHeld(ctx, seen);
  const row = await forWork(ctx, id);
  insistThawed(ctx, row);
  if (row.status === 'await_payment') checkPayment(row, { on, file_id });
  const { due_cents } = billOf(row);
  if (cents < due_cents && why_less.length < 3) throw invalid({ why_less: m.booking_problem_less({ sum: money(due_cents - cents) }) });
  const after = await step(ctx, row, {
    name: 'confirm',
    set: {
      stage: 'screening',
      paid: JSON.stringify({ cents, how, on, note, file_id, why_less: cents < due_cents ? why_less : '', by: ctx.me.userId }),
    },
  });
  const { home } = await namesOf(ctx, after);
  await tellApplicant(ctx, after, 'booking.confirmed', { home });
  await say(ctx, after, 'booking.paid');
  await happened(ctx, 'booking.paid', { bookingId: id });
  return details(ctx, { id });
}

/** What stands in the books is put right there: reversed, or another payment written down. Beside them it would be a second truth. */
async function insistUnbooked(ctx: Ctx, { id }: BookingRow): Promise<void> {
  const last = lookup('lastPaymentOf')(sql.ref('booking.id'));
  const found = await from(ctx, 'booking')
    .select([billed('booking').as('billed'), last.as('code')])
    .where('booking.id', '=', id)
    .executeTakeFirst();
  if (!found?.billed) return;
  throw new Refusal('conflict', found.code === null ? m.booking_refusal_unpaid() : m.booking_refusal_booked({ code: found.code }));
}

/** What was recorded wrongly before there were invoices, or was paid since: the sum as it is now. What stood there before is in the log. */
export async function correct(ctx: Ctx, { id, file_id, cents, how, on, note, reason }: Input<Calls['correct']>): Promise<Result<Calls['correct']>> {
  const row = await forWork(ctx, id);
  await insistUnbooked(ctx, row);
  insistOn(ctx, row, 'correct');
  checkPayment(row, { on, file_id });
  const before = row.paid as { file_id?: number; cents?: number } | null;
  const less = cents < billOf(row).due_cents;
  const paid = { cents, how, on, note, file_id: file_id ?? before?.file_id ?? null, why_less: less ? reason : '', by: ctx.me.userId };
  await itself(ctx.db, 'booking', row)
    .change()
    .set({ paid: JSON.stringify(paid), revision: row.revision + 1, updated_at: clock.now() })
    .execute();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'booking',
    id,
    code: row.code,
    before: { paid_cents: before?.cents ?? 0 },
    after: { paid_cents: cents },
    reason,
  });
  return details(ctx, { id });
}
