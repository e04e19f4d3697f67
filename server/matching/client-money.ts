import { sql } from 'kysely';
import { clientMoneyAlonePerDay } from '#contract/matching/limits.ts';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { startOfDay } from '#contract/time/days.ts';
import { requestApproval } from '#server/approval/service.ts';
import type { PaymentRow } from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, requireSignedIn } from '#server/kernel/ctx.ts';
import { readCollectionAccount } from '#server/treasury/service.ts';
import { readUnallocator } from './held-funds.ts';
import { findHomesByCode, readHomeDetails } from './match-homes.ts';

type Move = { readonly cents: Cents; readonly companies?: readonly number[] };

/**
 * Whether one person of Makao is not enough to allocate or unallocate client money: it exceeds the limit of one person and day, or goes to another
 * company than the payment belonged to or its account number names, or neither names one. A payment that another person unallocated has two people
 * already, if it stays in its company. People of a company move only its own money.
 */
export async function needsSecondPerson(ctx: Ctx, payment: PaymentRow, { cents, companies = [] }: Move): Promise<boolean> {
  const { userId, companyId } = requireSignedIn(ctx);
  if (companyId !== null || payment.fund !== 'C') return false;
  if (companies.length > 0) {
    if (payment.company_id !== null && companies.some((company) => company !== payment.company_id)) return true;
    const named = await findCompaniesOfAccountNumber(ctx.db, payment);
    // Money that names no company could be given to any of them.
    if (payment.company_id === null && named.length === 0) return true;
    if (named.length > 0 && companies.some((company) => !named.includes(company))) return true;
    const by = await readUnallocator(ctx.db, payment.id);
    if (by !== null && by !== userId) return false;
  }
  // Of two acts of a person at once, the second sees what the first moved.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`client-money:${userId}`}, 0))`.execute(ctx.db);
  return (await readMovedAlone(ctx.db, userId)) + cents > clientMoneyAlonePerDay;
}

/** The companies whose tenancies the typed account number names. */
async function findCompaniesOfAccountNumber(db: Db, payment: PaymentRow): Promise<number[]> {
  const typed = normaliseAccountNumber(payment.account_text ?? '');
  if (typed === '' || payment.account_id === null) return [];
  const { company_id } = await readCollectionAccount(db, payment.account_id);
  const homes = await readHomeDetails(db, await findHomesByCode(db, { company_id, fund: payment.fund }, [typed]));
  return homes.map((home) => home.companyId);
}

/** What a person allocated and unallocated today without an approved request. */
async function readMovedAlone(db: Db, personId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* unscoped: what the caller did today, for their limit */
    with touched as (
      select distinct l.record_id as id from audit_log l where l.actor_id = ${personId} and l.document = 'payments' and l.at >= ${startOfDay(clock.today())}
    ), mine as (
      select p.id from touched join payment p on p.id = touched.id where p.fund = 'C'
    ), moves as (
      select mine.id, a.cents, j.by_id, j.at from mine join allocation a on a.payment_id = mine.id
        join journal j on j.id = a.undone_by or (j.source = 'allocation' and j.source_id = a.id and j.event_key = 'allocation:' || a.id)
      union all select mine.id, k.cents, j.by_id, j.at from mine join payment_credit k on k.payment_id = mine.id
        join journal j on j.event_key in ('credit:' || k.id, 'credit:' || k.id || ':undo')
    )
    select coalesce(sum(cents), 0)::bigint as cents from moves where by_id = ${personId} and at >= ${startOfDay(clock.today())}
      and not exists (select 1 from approval_request r where r.kind = 'allocation' and r.subject_id = moves.id and r.status = 'approved'
        and r.decided_by = ${personId} and moves.at between r.decided_at - interval '1 minute' and r.decided_at + interval '1 minute')`.execute(db);
  return Number(rows[0]?.cents ?? 0);
}

/** A part of an assignment as the request stores it. */
export type RequestedPart = {
  readonly tenancy_id?: number | undefined;
  readonly booking_id?: number | undefined;
  readonly invoice_ids?: number[] | undefined;
  readonly cents: Cents;
};
type RequestedMove =
  | { readonly cents: Cents; readonly parts: readonly RequestedPart[]; readonly to: string }
  | { readonly cents: Cents; readonly parts: null; readonly allocations: readonly string[]; readonly reason: string };
/** Requests the allocation, or the unallocation (`parts` is null), for another person of Makao to approve. */
export async function requestClientMoneyMove(ctx: Ctx, { id, code, company_id }: PaymentRow, move: RequestedMove): Promise<void> {
  const to = move.parts === null ? '' : move.to;
  const allocations = move.parts === null ? [...move.allocations] : null;
  const reason = (move.parts === null ? move.reason : move.to).slice(0, 500);
  await requestApproval(ctx, 'allocation', {
    subjectId: id,
    companyId: company_id,
    cents: move.cents,
    reason,
    params: { payment_id: id, code, cents: move.cents, to, parts: move.parts, allocations },
  });
  // The log of the payment names who requested the move: this person cannot approve a payout of the money.
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, code, reason: 'an allocation was requested' });
}
