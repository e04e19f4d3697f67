import { sql } from 'kysely';
import { requiredId } from '#contract/kernel/required-id.ts';
import { sum } from '#contract/money/cents.ts';
import type { MatchReason } from '#contract/payment/match.ts';
import type { RefundShape } from '#contract/payment/refund-shape.ts';
import type { PaymentFull, PaymentPart } from '#contract/payment/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { historyOf } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { everything } from '#server/kernel/scoped.ts';
import { bookedAbout } from '#server/ledger/service.ts';
import { isHead } from '#server/people/service.ts';
import { debtsOf } from '#server/wallet/service.ts';
import { restOf } from './credit.ts';
import { refundable } from './given-back.ts';
import { isKept } from './kept.ts';
import { isElsewhere, placeOf } from './refund-place.ts';
import { isUnproven } from './refund-rows.ts';
import { usualWay } from './refund-send.ts';
import { actsOf, failableAt, type Standing } from './refund-state.ts';
import { mayReverse } from './reverse.ts';
import { leftOf, missing, named, type PaymentRow, toHead } from './rows.ts';
import { creditsOf } from './unallocate.ts';

const why = 'of a payment the caller sees';
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export async function partsOf(ctx: Pick<Ctx, 'db'>, where: { paymentId: number } | { invoiceId: number }) {
  const rows = await everything(ctx.db, 'allocation', why)
    .select()
    .innerJoin('invoice', 'invoice.id', 'allocation.invoice_id')
    .innerJoin('invoice_line', 'invoice_line.id', 'allocation.line_id')
    .leftJoin('journal', 'journal.id', 'allocation.undone_by')
    .leftJoin('person', 'person.id', 'journal.by_id')
    .select(['allocation.undone_reason', 'person.name as undoer'])
    .select([
      'allocation.id',
      'allocation.payment_id',
      'allocation.cents',
      'allocation.returned_cents',
      'allocation.created_at',
      'allocation.undone_at',
      'allocation.line_id',
    ])
    .select(['invoice.id as invoice_id', 'invoice.code as invoice_code', 'invoice_line.kind', 'invoice_line.label'])
    .where('paymentId' in where ? 'allocation.payment_id' : 'allocation.invoice_id', '=', 'paymentId' in where ? where.paymentId : where.invoiceId)
    .orderBy('allocation.id')
    .execute();
  return rows.map((row) => ({ ...row, part: toPart(row) }));
}
type PartRow = {
  id: number;
  cents: number;
  returned_cents: number;
  created_at: Date;
  undone_at: Date | null;
  line_id: number;
  invoice_id: number;
  invoice_code: string;
  kind: string;
  label: string;
};
const toPart = (row: PartRow): PaymentPart => ({
  id: row.id,
  invoice: { id: row.invoice_id, code: row.invoice_code },
  line: { id: row.line_id, kind: row.kind, label: row.label },
  cents: row.cents,
  returned_cents: row.returned_cents,
  at: row.created_at.toISOString(),
  undone_at: iso(row.undone_at),
});

/** Refunds with the names of those who asked and decided. */
export const refundRows = (ctx: Pick<Ctx, 'db'>) =>
  everything(ctx.db, 'refund', why)
    .select()
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('refund_transfer as t', (on) =>
      on
        .onRef('t.refund_id', '=', 'refund.id')
        .on(sql<boolean>`t.attempt = (select max(x.attempt) from refund_transfer x where x.refund_id = refund.id)`),
    )
    .leftJoin('person as a', 'a.id', 'refund.asked_by')
    .leftJoin('person as d', 'd.id', 'refund.decided_by')
    .leftJoin('company', 'company.id', 'payment.company_id')
    .leftJoin('tenant', 'tenant.id', 'payment.tenant_id')
    .leftJoin('unit', 'unit.id', 'payment.unit_id')
    .leftJoin('property', 'property.id', 'unit.property_id')
    .selectAll('refund')
    .select([
      'payment.payer',
      'company.name as company_name',
      'tenant.name as tenant_name',
      'unit.name as unit_name',
      'property.name as property_name',
    ])
    .select(['t.attempt as t_attempt', 't.status as t_status', 't.error as t_error', 't.result_text as t_said', 't.sent_at as t_sent_at'])
    .select(['t.settled_by as t_settled_by', 't.settled_at as t_settled_at', 't.created_at as t_created_at'])
    .select(isUnproven.as('unproven'))
    .select(
      sql<number | null>`(select x.attempt from refund_transfer x where x.refund_id = refund.id and x.disputed_at is not null limit 1)`.as(
        'disputed',
      ),
    )
    .select(['payment.phone_sealed', 'payment.phone_tail'])
    .select(['payment.code as payment_code', 'payment.fund as payment_fund', 'payment.holder_id', 'a.name as asker', 'd.name as decider'])
    .select(
      sql<
        string[]
      >`case when refund.status = 'asked' and payment.fund = 'M' then array(select h.name from person h where h.company_id = refund.company_id and ${isHead('h')}
        and h.id is distinct from refund.asked_by order by h.id limit 5) else '{}' end`.as('approvers'),
    );
/** What the platform holds leaves by its own people's word alone: a company asks for it, and neither approves it nor writes down that it went. */
export const decides = ({ me }: Pick<Ctx, 'me'>, fund: string): boolean => fund !== 'C' || me.role === 'superadmin' || me.role === 'admin';
type Shown = Awaited<ReturnType<ReturnType<typeof refundRows>['execute']>>[number];
const sendingOf = (row: Shown): RefundShape['sending'] =>
  row.t_status === null
    ? null
    : {
        ...{
          status: row.t_status,
          attempt: row.t_attempt ?? 1,
          error: row.t_error,
        },
        ...{ said: row.t_said ?? '', at: (row.t_settled_at ?? row.t_sent_at ?? row.t_created_at ?? row.asked_at).toISOString() },
        ...{ disputed: row.disputed !== null, by_hand: row.t_status === 'failed' && row.t_settled_by !== null },
        failable_at: iso(failableAt(standingOf(row))),
      };
const standingOf = (row: Shown): Standing => ({
  ...{ status: row.status, evidence_file_id: row.evidence_file_id, disputed: row.disputed },
  last: row.t_status === null ? null : { attempt: row.t_attempt ?? 1, status: row.t_status, sent_at: row.t_sent_at, settled_by: row.t_settled_by },
});
const toRefund = (row: Shown, { me }: Pick<Ctx, 'me'>, debt: RefundShape['debt']): RefundShape => ({
  decides: decides({ me }, row.payment_fund),
  fund: row.payment_fund,
  in_hand: row.holder_id !== null,
  id: row.id,
  code: row.code,
  status: row.status,
  cents: row.cents,
  reason: row.reason,
  to: row.to_tail,
  elsewhere: row.to_sealed !== '' && row.holder_id === null && isElsewhere(row, placeOf(row)),
  asked_by: row.asker,
  asked_at: row.asked_at.toISOString(),
  decided_by: row.decider,
  decided_at: iso(row.decided_at),
  proof: row.proof,
  how: row.paid_how,
  ...{ way: row.way, unproven: row.unproven, sending: sendingOf(row) },
  acts: decides({ me }, row.payment_fund) ? actsOf(standingOf(row), me.userId) : [],
  has_evidence: row.evidence_file_id !== null,
  evidence: null,
  own: row.asked_by === me.userId,
  approvers: row.approvers,
  debt,
  payment: { id: row.payment_id, code: row.payment_code },
  payer: row.payer ?? row.tenant_name,
  home: row.unit_name === null ? null : `${row.unit_name}, ${row.property_name}`,
});
/** Who decides on what the platform holds reads how the company it came for stands with us. */
export async function toRefunds(ctx: Ctx, rows: readonly Shown[]): Promise<RefundShape[]> {
  const waiting = rows.filter((row) => row.status === 'asked' && row.payment_fund === 'C' && row.holder_id === null && decides(ctx, 'C'));
  const debts = await debtsOf(ctx.db, [...new Set(waiting.flatMap((row) => row.company_id ?? []))]);
  const debtOf = (row: Shown): RefundShape['debt'] => {
    const found = waiting.includes(row) && row.company_id !== null ? debts.get(row.company_id) : undefined;
    return found ? { who: row.company_name ?? '', owes_cents: found.owes, frozen: found.frozen } : null;
  };
  return rows.map((row) => toRefund(row, ctx, debtOf(row)));
}

/** One payment, for whoever sees it. */
export async function fullOf(
  ctx: Ctx,
  id: number,
  evidencePath?: (row: Pick<PaymentRow, 'evidence_file_id'>) => Promise<string | null>,
): Promise<PaymentFull> {
  const row = await named(ctx)
    .leftJoin('booking', 'booking.id', 'payment.booking_id')
    .leftJoin('person as recorder', 'recorder.id', 'payment.recorded_by')
    .leftJoin('collection_account as account', 'account.id', 'payment.account_id')
    .leftJoin('receipt', 'receipt.payment_id', 'payment.id')
    .select([
      'booking.code as booking_code',
      'recorder.name as recorder_name',
      'account.name as account_name',
      'account.rail as account_rail',
      'receipt.verified_by',
      // The list's own holder_id is the company whose home it is.
      'payment.holder_id as in_hands_of',
    ])
    .select(mayChange('payment:managed', ctx.me, 'payments.edit', 'payment').as('may_edit'))
    .where('payment.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const rows = await partsOf(ctx, { paymentId: id });
  const parts = rows.map(({ part }) => part);
  const stands = parts.filter(({ undone_at }) => undone_at === null);
  const credits = await creditsOf(ctx.db, id);
  const refundable_cents = refundable(row, credits);
  const managed = row.may_edit && ctx.me.role !== 'tenant' && ctx.me.role !== 'tenancy';
  const asked = await refundRows(ctx).where('refund.payment_id', '=', id).orderBy('refund.id').execute();
  const refunds: RefundShape[] = [];
  for (const [n, one] of (await toRefunds(ctx, asked)).entries())
    refunds.push({ ...one, evidence: managed ? ((await evidencePath?.({ evidence_file_id: asked[n]?.evidence_file_id ?? null })) ?? null) : null });
  const done = row.status === 'completed';
  const cashWaits = row.how === 'cash' && row.status === 'pending';
  const awaits_second = cashWaits && row.fund === 'C' && row.code_mark === null;
  const kept = managed && done && ctx.me.companyId !== null && (await isKept(ctx.db, row));
  return {
    ...toHead(row),
    booking: row.booking_id === null ? null : { id: row.booking_id, code: row.booking_code ?? '' },
    note: managed ? row.note : '',
    narration: managed ? ((await narrationsOf(ctx, [id])).get(id) ?? null) : null,
    recorded_by: row.recorder_name,
    verified_by: row.verified_by,
    // What a manager wrote down stands in one box, whatever way it came: that says nothing of where it is.
    account:
      row.account_id === null || (row.account_rail === 'cash' && row.how !== 'cash')
        ? null
        : { id: row.account_id, name: row.account_name ?? '', rail: row.account_rail ?? 'cash' },
    evidence: managed ? ((await evidencePath?.(row)) ?? null) : null,
    awaits_code: cashWaits && !awaits_second,
    awaits_second,
    reasons: row.reasons as { what: MatchReason; score: number }[],
    ...{ parts, put_cents: sum(stands.map((part) => part.cents - part.returned_cents)), over_cents: sum(credits.map(restOf)), refundable_cents },
    // A payer reads of what is shown to have gone.
    refunds: managed ? refunds : refunds.filter(({ status, unproven }) => status === 'paid' && !unproven),
    refund_way: await usualWay(ctx.db, { ...row, holder_id: row.in_hands_of }),
    timeline: await timelineOf(ctx, row, rows, managed),
    journals: managed
      ? await bookedAbout(ctx.db, [
          ['payment', [row.id]],
          ['allocation', parts.map((part) => part.id)],
        ])
      : [],
    kept,
    may: {
      assign: managed && done && leftOf(row) > 0 && !(ctx.me.companyId !== null && (await isKept(ctx.db, row, { before: true }))),
      unmatch: managed && done && row.allocated_cents + row.credited_cents > 0 && row.spent_cents === 0 && !kept,
      ask: managed && done && leftOf(row) > 0 && row.phone_sealed !== null,
      refund: managed && done && refundable_cents > 0 && !refunds.some(({ status }) => status === 'asked' || status === 'approved'),
      reverse:
        managed && done && row.how !== 'wallet' && row.refunded_cents === 0 && mayReverse(ctx.me, { ...row, holder_id: row.in_hands_of }) && !kept,
      confirm: managed && cashWaits,
    },
  };
}

/** What the bank wrote beside each, in its own words. */
export async function narrationsOf(ctx: Pick<Ctx, 'db'>, paymentIds: readonly number[]): Promise<Map<number, string>> {
  if (paymentIds.length === 0) return new Map();
  const lines = await everything(ctx.db, 'statement_line', why)
    .select()
    .select(['payment_id', 'details'])
    .where('payment_id', 'in', [...paymentIds])
    .where('details', '<>', '')
    .orderBy('id', 'desc')
    .execute();
  return new Map(lines.map(({ payment_id, details }) => [requiredId(payment_id, 'the payment of a statement line'), details]));
}

type PartsOf = Awaited<ReturnType<typeof partsOf>>;
async function timelineOf(ctx: Ctx, row: PaymentRow, parts: PartsOf, managed: boolean): Promise<PaymentFull['timeline']> {
  const moves = await historyOf(ctx, 'payment', row.id).execute();
  const step = (at: string, what: string, by: string | null = null, text: string | null = null, cents: number | null = null) => ({
    at,
    what,
    by,
    text,
    cents,
  });
  return [
    step(row.created_at.toISOString(), 'created', null, null, row.cents),
    ...moves.map((move) => step(move.at.toISOString(), move.to_state, move.by, move.reason)),
    ...parts.flatMap(({ part, undoer, undone_reason }) => {
      // Who took it off and why is between those who manage the money.
      const said = managed
        ? { by: undoer, text: [part.invoice.code, undone_reason].filter(Boolean).join(' · ') }
        : { by: null, text: part.invoice.code };
      return [
        step(part.at, 'allocated', null, part.invoice.code, part.cents),
        ...(part.undone_at ? [step(part.undone_at, 'unallocated', said.by, said.text, part.cents)] : []),
      ];
    }),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
