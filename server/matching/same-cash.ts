import { formatKesPlain } from '#contract/money/format.ts';
import { calculateUnallocatedCents, type PaymentRow } from '#server/collection/service.ts';
import { asClock, type Db, Refusal } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { HomeReference } from './home-scope.ts';

const why = 'bank money of a tenant is compared with the cash of this tenant that is not in the bank';
type Paid = Pick<PaymentRow, 'id' | 'fund' | 'how'>;
/** A part of a payment for a home. */
export type HomePart = { readonly home: HomeReference; readonly cents: number };

/** Cash that was taken for Makao's clients and is not in the bank. It counts as paid already. */
const unbankedCash = (db: Db) =>
  from(asClock(db, why), 'payment')
    .select(['id', 'code', 'cents', 'tenancy_id', 'booking_id'])
    .where('how', '=', 'cash')
    .where('fund', '=', 'C')
    .where('status', '=', 'completed')
    .where('holder_id', 'is not', null)
    .where('banked_line_id', 'is', null)
    .orderBy('id');
type SameCash = Awaited<ReturnType<ReturnType<typeof unbankedCash>['execute']>>[number];

/** The cash of a home that a bank payment of the same amount may be. Crediting the bank payment too would credit the tenant twice. */
export async function findSameCash(db: Db, { fund, how }: Paid, { home: { tenancyId, bookingId }, cents }: HomePart): Promise<SameCash | null> {
  if (fund !== 'C' || how !== 'bank') return null;
  const row = await unbankedCash(db)
    .where((eb) => (tenancyId === null ? eb('booking_id', '=', bookingId) : eb('tenancy_id', '=', tenancyId)))
    .where('cents', '=', cents)
    .executeTakeFirst();
  return row ?? null;
}

/** A text by which a bank says that cash was paid in. */
const isCashNarration = (text: string): boolean => /\b(cash|csh|cdm|deposit)\b|\bPAY-?[A-Z0-9]{6}/i.test(text);

/** Of these certain matches, the payments that are probably the cash of the same tenant. A person decides on them. */
export async function findProbableCash(
  db: Db,
  matches: readonly { readonly payment: PaymentRow; readonly tenancyId: number }[],
): Promise<ReadonlySet<number>> {
  const bank = matches.filter(({ payment }) => payment.fund === 'C' && payment.how === 'bank');
  const ids = [...new Set(bank.map(({ tenancyId }) => tenancyId))];
  const cash = ids.length === 0 ? [] : await unbankedCash(db).where('tenancy_id', 'in', ids).execute();
  const found = new Set<number>();
  for (const { payment, tenancyId } of bank)
    if (
      cash.some((one) => one.tenancy_id === tenancyId && one.cents === calculateUnallocatedCents(payment)) &&
      isCashNarration(await getLookup('statementTextOf')(db, payment.id))
    )
      found.add(payment.id);
  return found;
}

/** Refuses to credit bank money to a tenant whose cash is the same, unless the caller names this cash and so confirms that it is another payment. */
export async function assertNotSameCash(
  db: Db,
  payment: Paid,
  parts: readonly (HomePart & { readonly besides: number | undefined })[],
): Promise<void> {
  for (const part of parts) {
    const cash = await findSameCash(db, payment, part);
    if (cash && cash.id !== part.besides)
      throw new Refusal('conflict', m.payment_refusal_same_as_cash({ code: cash.code, sum: formatKesPlain(cash.cents) }), { cash: cash.id });
  }
}
