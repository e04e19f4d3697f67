import { type RawBuilder, sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { assertCanApprove, defineApprovalPurpose } from '#server/approval/service.ts';
import { calculateUnallocatedCents, type PaymentRow } from '#server/collection/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { readWalletDebt } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';

/** The rule for an invoice line or a credit: it is a deposit, or a payment before move-in. */
const lives = (tenancy: string) => sql`coalesce((select app.lived_in(t) from tenancy t where t.id = ${sql.ref(tenancy)}), false)`;

/**
 * Whether Makao holds the payment for its payer, so that it is not the company's: a deposit, or money for a unit before move-in, also after the
 * booking lapsed and the money became the applicant's credit. Only its own process or staff of Makao can release it. `before` means that the payment
 * was held and is now unallocated.
 */
export async function isHeldForPayer(db: Db, { id, fund }: Pick<PaymentRow, 'id' | 'fund'>, { before = false } = {}): Promise<boolean> {
  if (fund !== 'C') return false;
  const stands = (undone: string) => sql`${sql.ref(undone)} is ${before ? sql`not null` : sql`null`}`;
  const { rows } = await sql`/* unscoped: funds held from a payment for its payer */
    select 1 from allocation a join invoice_line l on l.id = a.line_id join invoice i on i.id = a.invoice_id
      where a.payment_id = ${id} and ${stands('a.undone_at')} and (l.kind = 'deposit' or not ${lives('i.tenancy_id')})
    union all select 1 from payment_credit k where k.payment_id = ${id} and ${stands('k.undone_at')} and not ${lives('k.tenancy_id')} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
export async function assertNotHeldForPayer({ db, me }: Ctx, payment: PaymentRow, when: { readonly before?: boolean } = {}): Promise<void> {
  if (me.companyId !== null && (await isHeldForPayer(db, payment, when))) throw new Refusal('forbidden', m.payment_refusal_kept());
}

/**
 * The last person who unallocated the payment, or requested it: the colleague who approved that did not choose where the money goes next.
 */
const takenOffBy = (payment: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`(select coalesce((
    select r.asked_by from approval_request r where r.kind = 'allocation' and r.subject_id = ${payment} and r.status = 'approved' and r.decided_by = x.by_id
      and r.params -> 'parts' = 'null' order by r.id desc limit 1), x.by_id) from (
  select j.by_id, j.id from allocation a join journal j on j.id = a.undone_by where a.payment_id = ${payment}
  union all select j.by_id, j.id from payment_credit k join journal j on j.event_key = 'credit:' || k.id || ':undo' where k.payment_id = ${payment}
  ) x order by x.id desc limit 1)`;
/**
 * Approval rule: the person who unallocated a payment cannot reassign it. The list of unallocated payments shows the payment, so it is not a separate
 * pending task.
 */
export const reassignmentApproval = defineApprovalPurpose({
  rule: approvalRules.reassignment,
  table: 'payment',
  id: 'id',
  askedBy: (t) => takenOffBy(t('id')),
  askedAt: 'looked_at',
  pending: (t) => sql`${takenOffBy(t('id'))} is not null`,
  ownRequest: { says: m.payment_refusal_taken_off },
});
/** Null: the payment was never allocated, or a job unallocated it. */
export const readUnallocator = async (db: Db, paymentId: number): Promise<number | null> =>
  (
    await sql<{
      by: number | null;
    }>`/* unscoped: a payment that the caller has locked */ select ${takenOffBy(sql`${paymentId}::bigint`)} as by`.execute(db)
  ).rows[0]?.by ?? null;
/** Requires two people of Makao to unallocate and to reassign a payment that was held for its payer or that moves to another company. */
export async function assertSecondApprover(ctx: Ctx, payment: PaymentRow, companies: readonly number[]): Promise<void> {
  if (ctx.me.companyId !== null) return;
  if ((await readUnallocator(ctx.db, payment.id)) === null) return;
  const crosses = payment.company_id !== null && companies.some((company) => company !== payment.company_id);
  if (crosses || (await isHeldForPayer(ctx.db, payment, { before: true }))) await assertCanApprove(ctx, reassignmentApproval, payment.id);
}

/**
 * Refuses to let staff of a company with a debt or a frozen wallet unallocate its payments, because the money covers the debt. Cash is excluded,
 * because its collector holds it.
 */
export async function assertNoDebt({ db, me }: Ctx, { fund, company_id, holder_id }: PaymentRow): Promise<void> {
  if (me.companyId === null || fund !== 'C' || company_id === null || holder_id !== null) return;
  const { owes, frozen } = await readWalletDebt(db, company_id);
  if (owes > 0 || frozen) throw new Refusal('forbidden', m.payment_refusal_debt());
}

/** A tenancy that receives a part of the payment, and its tenant. */
type Going = { readonly tenancyId: number | null; readonly tenantId: number | null; readonly cents: number };
/**
 * Tenant credit is held for the tenant until it is due, so company staff cannot unallocate it and assign it to another tenant. The former credit,
 * less the credit that the tenant has again, must stay with the tenant.
 */
export async function assertCreditStaysWithTenant({ db, me }: Ctx, payment: PaymentRow, going: readonly Going[]): Promise<void> {
  if (me.companyId === null || payment.fund !== 'C') return;
  const { rows } = await sql<{
    tenancy_id: number;
    tenant_id: number | null;
    cents: string;
  }>`/* unscoped: the part of a payment that was tenant credit */
    select k.tenancy_id, (select p.tenant_id from tenancy_person p where p.tenancy_id = k.tenancy_id and p.role = 'lead' and p.until is null limit 1) as tenant_id,
      max(k.cents - k.refunded_cents) filter (where k.undone_at is not null)
        - coalesce(sum(k.cents - k.refunded_cents) filter (where k.undone_at is null), 0)
        - coalesce((select sum(a.cents) from allocation a join invoice i on i.id = a.invoice_id
            where a.payment_id = ${payment.id} and a.undone_at is null and a.credit_id is null and i.tenancy_id = k.tenancy_id), 0) as cents
    from payment_credit k where k.payment_id = ${payment.id} and k.tenancy_id is not null group by k.tenancy_id having count(k.undone_at) > 0`.execute(
    db,
  );
  const theirs = ({ tenancy_id, tenant_id }: (typeof rows)[number]) =>
    going
      .filter((one) => one.tenancyId === tenancy_id || (tenant_id !== null && one.tenantId === tenant_id))
      .reduce((sum, one) => sum + one.cents, 0);
  const left = rows.reduce((sum, row) => sum + Math.max(0, Number(row.cents) - theirs(row)), 0);
  const wanted = going.reduce((sum, one) => sum + one.cents, 0);
  if (left > 0 && wanted > calculateUnallocatedCents(payment) - left)
    throw new Refusal('forbidden', m.payment_refusal_others_credit({ sum: formatKesPlain(left) }));
}
