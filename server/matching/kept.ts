import { type RawBuilder, sql } from 'kysely';
import { approvals } from '#contract/approval/purposes.ts';
import { kesPlain } from '#contract/money/format.ts';
import { approvalPurpose, assertMayApprove } from '#server/approval/service.ts';
import { leftOf, type PaymentRow } from '#server/collection/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { debtOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';

/** Of a line, and of somebody's credit: a deposit, and all that came before anybody lives there. */
const lives = (tenancy: string) => sql`coalesce((select app.lived_in(t) from tenancy t where t.id = ${sql.ref(tenancy)}), false)`;

/**
 * The platform holds it for who paid it, and it is not the company's: what is held as a deposit or for a home nobody has moved into yet, also where its
 * booking lapsed and it is the applicant's credit. It leaves by its own way, or by the platform's people. `before`: it was once, and has no owner by now.
 */
export async function isKept(db: Db, { id, fund }: Pick<PaymentRow, 'id' | 'fund'>, { before = false } = {}): Promise<boolean> {
  if (fund !== 'C') return false;
  const stands = (undone: string) => sql`${sql.ref(undone)} is ${before ? sql`not null` : sql`null`}`;
  const { rows } = await sql`/* all: what is held of a payment for who paid it */
    select 1 from allocation a join invoice_line l on l.id = a.line_id join invoice i on i.id = a.invoice_id
      where a.payment_id = ${id} and ${stands('a.undone_at')} and (l.kind = 'deposit' or not ${lives('i.tenancy_id')})
    union all select 1 from payment_credit k where k.payment_id = ${id} and ${stands('k.undone_at')} and not ${lives('k.tenancy_id')} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
export async function insistNotKept({ db, me }: Ctx, payment: PaymentRow, when: { readonly before?: boolean } = {}): Promise<void> {
  if (me.companyId !== null && (await isKept(db, payment, when))) throw new Refusal('forbidden', m.payment_refusal_kept());
}

/** Whoever made it nobody's, last. */
const takenOffBy = (payment: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`(select x.by_id from (
  select j.by_id, j.id from allocation a join journal j on j.id = a.undone_by where a.payment_id = ${payment}
  union all select j.by_id, j.id from payment_credit k join journal j on j.event_key = 'credit:' || k.id || ':undo' where k.payment_id = ${payment}
  ) x order by x.id desc limit 1)`;
/** One person takes money off a home, another says whose it is. The list of unallocated payments has it, so it is no task of its own on the home. */
export const reassignmentApproval = approvalPurpose({
  rule: approvals.reassignment,
  ...{ table: 'payment', id: 'id', askedBy: (t) => takenOffBy(t('id')), askedAt: 'looked_at' },
  pending: (t) => sql`${takenOffBy(t('id'))} is not null`,
  ownRequest: { says: m.payment_refusal_taken_off },
});
/**
 * Of the platform's people one takes it off and another says whose it is, where it was held for who paid it or came for another company than it goes
 * to: nobody carries it there alone.
 */
export async function insistSecond(ctx: Ctx, payment: PaymentRow, companies: readonly number[]): Promise<void> {
  if (ctx.me.companyId !== null) return;
  const { rows } = await sql<{
    by: number | null;
  }>`/* all: a payment the caller holds */ select ${takenOffBy(sql`${payment.id}::bigint`)} as by`.execute(ctx.db);
  if (!rows[0]?.by) return;
  const crosses = payment.company_id !== null && companies.some((company) => company !== payment.company_id);
  if (crosses || (await isKept(ctx.db, payment, { before: true }))) await assertMayApprove(ctx, reassignmentApproval, payment.id);
}

/** What came for a company that owes, or whose wallet is frozen, pays that: its own people do not make it nobody's. Cash is with who took it. */
export async function insistNoDebt({ db, me }: Ctx, { fund, company_id, holder_id }: PaymentRow): Promise<void> {
  if (me.companyId === null || fund !== 'C' || company_id === null || holder_id !== null) return;
  const { owes, frozen } = await debtOf(db, company_id);
  if (owes > 0 || frozen) throw new Refusal('forbidden', m.payment_refusal_debt());
}

/** Somebody a part goes to: a home, and whose it is. */
type Going = { readonly tenancyId: number | null; readonly tenantId: number | null; readonly cents: number };
/**
 * What a tenant paid ahead the platform holds for them until it is asked for: taken off them it goes to no other by a company's hand. As much as was
 * their credit at most, less what of it stands with them again, is left for them.
 */
export async function insistTheirCredit({ db, me }: Ctx, payment: PaymentRow, going: readonly Going[]): Promise<void> {
  if (me.companyId === null || payment.fund !== 'C') return;
  const { rows } = await sql<{ tenancy_id: number; tenant_id: number | null; cents: string }>`/* all: what of a payment was somebody's credit */
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
  if (left > 0 && wanted > leftOf(payment) - left) throw new Refusal('forbidden', m.payment_refusal_others_credit({ sum: kesPlain(left) }));
}
