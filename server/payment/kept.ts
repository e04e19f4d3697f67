import { sql } from 'kysely';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { debtOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { PaymentRow } from './rows.ts';

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
/** What came for a company that owes, or whose wallet is frozen, pays that: its own people do not make it nobody's. Cash is with who took it. */
export async function insistNoDebt({ db, me }: Ctx, { fund, company_id, holder_id }: PaymentRow): Promise<void> {
  if (me.companyId === null || fund !== 'C' || company_id === null || holder_id !== null) return;
  const { owes, frozen } = await debtOf(db, company_id);
  if (owes > 0 || frozen) throw new Refusal('forbidden', m.payment_refusal_debt());
}
