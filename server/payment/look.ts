import { cents } from '#contract/money/cents.ts';
import { autoFrom, type Match, matches, type Paid, type Reason, scores } from '#contract/payment/match.ts';
import { namedIn, partsOf } from '#contract/payment/order.ts';
import { clock } from '#contract/time/clock.ts';
import { lockForPaying } from '#server/invoice/service.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type AccountRow, accountOf } from './accounts.ts';
import { putTo } from './allocate.ts';
import { keepCredit, type Whose } from './credit.ts';
import { type Owed, owed, type PaidHome } from './invoices.ts';
import { takesFund } from './line-acts.ts';
import { details, type Found, type Home, owingFor, pastedFor } from './owing.ts';
import { leftOf, lockPayment, type PaymentRow, paymentOf, pushOf, putPayment } from './rows.ts';
import { tellCame, tellPasted, tellUnmatched } from './tell.ts';
import { isToldTogether } from './tell-statement.ts';

export { knowsAccount } from './owing.ts';

const why = 'whose a payment is, worked out by the clock';

/** Whose money is it, and what is it for? Once: what is certain is put to what is open, the rest waits for a person. */
export const look = (db: Db, paymentId: number): Promise<void> => db.transaction().execute((tx) => lookIn(atClock(tx), paymentId));

async function lookIn(ctx: Ctx, paymentId: number): Promise<void> {
  const seen = await paymentOf(ctx.db, paymentId);
  if (seen?.status !== 'completed' || seen.looked_at !== null) return;
  // All of it has its place already: nothing is left to look for, and nobody comes by again.
  if (leftOf(seen) <= 0) {
    await putPayment(ctx.db, paymentId, { looked_at: clock.now() });
    return;
  }
  const chosen = seen.how === 'stk' ? await invoicesOfPush(ctx.db, paymentId) : [];
  if (chosen.length > 0) return applyTo(ctx, paymentId, chosen, [{ what: 'account', score: scores.account }]);
  // Ahead for the home: to what is open of it by now, or as its credit.
  if (seen.how === 'stk' && seen.tenancy_id !== null && seen.company_id !== null)
    return applyHome(ctx, paymentId, { tenancyId: seen.tenancy_id, bookingId: null, companyId: seen.company_id }, [
      { what: 'account', score: scores.account },
    ]);
  const { found, best } = await candidatesFor(ctx.db, seen);
  if (best && best.match.score >= autoFrom) {
    const open = await owedAt(ctx.db, best.home);
    if (await takesFund(ctx.db, best.home.companyId, open, seen.fund)) {
      const named = namedIn(open, seen.account_text);
      const ids = open.map(({ id }) => id);
      return applyTo(ctx, paymentId, named.length > 0 ? named : ids, best.match.reasons, best.home);
    }
  }
  const payment = await lockPayment(ctx.db, paymentId);
  if (payment.looked_at !== null) return;
  const after = await putPayment(ctx.db, paymentId, {
    looked_at: clock.now(),
    // Nobody is certain; or somebody is and it cannot be put there, since what they owe is paid to another account. A person says what becomes of it.
    match: found.length > 0 ? 'suggested' : 'unmatched',
    reasons: JSON.stringify(best?.match.reasons ?? []),
  });
  if (!(await isToldTogether(ctx.db, paymentId))) await tellUnmatched(ctx, after);
  await tellPasted(ctx, after.external ?? '', 'looked');
}

const invoicesOfPush = async (db: Db, paymentId: number): Promise<number[]> => {
  const push = await pushOf(db, paymentId);
  if (!push) return [];
  const rows = await everything(db, 'push_invoice', why).select().select('invoice_id').where('push_id', '=', push.id).orderBy('invoice_id').execute();
  return rows.map((row) => row.invoice_id);
};

/** What is known of the money, for whose it may be. */
export const paidOf = (payment: PaymentRow): Paid => ({
  account: payment.account_text ?? '',
  cents: cents(leftOf(payment)),
  on: payment.paid_on ?? clock.today(),
  payer: payment.payer ?? '',
  tail: payment.phone_tail ?? '',
  phoneMark: payment.phone_mark === null ? null : Buffer.from(payment.phone_mark).toString('hex'),
  came: payment.received_at ?? undefined,
});

type Candidates = { found: Match[]; homes: Map<string, Found>; best: { match: Match; home: Found } | null };
/** Those it could be from, best first, each with what is known of them. */
export async function candidatesFor(db: Db, payment: PaymentRow): Promise<Candidates> {
  const account = payment.account_id === null ? payment : await accountOf(db, payment.account_id);
  const where = { company_id: account.company_id, fund: payment.fund };
  return candidatesOf(db, where, paidOf(payment), await pastedFor(db, where, payment.external));
}
/** `pasted`: homes for which somebody says that it is theirs, by pasting its message. */
export async function candidatesOf(
  db: Db,
  where: Pick<AccountRow, 'company_id' | 'fund'>,
  paid: Paid,
  pasted: ReadonlyMap<number, 'payer' | 'other'> = new Map(),
): Promise<Candidates> {
  const near = await owingFor(db, where, paid);
  const more = [...pasted.keys()]
    .filter((id) => !near.some(({ tenancyId }) => tenancyId === id))
    .map((tenancyId) => ({ tenancyId, bookingId: null }));
  const all = [...near, ...(await details(db, more))].map((home) => ({ ...home, pasted: pasted.get(home.tenancyId ?? 0) }));
  const homes = new Map(all.map((home) => [home.key, home]));
  const found = matches(paid, [...homes.values()]);
  const [first] = found;
  const home = first && homes.get(first.key);
  return { found, homes, best: first && home ? { match: first, home } : null };
}

/** All that is open of a home. */
export const owedAt = (db: Db, { tenancyId, bookingId }: Home): Promise<Owed[]> =>
  owed(db, tenancyId === null ? { bookingId: bookingId ?? 0 } : { tenancyId });
const applyHome = async (ctx: Ctx, paymentId: number, home: Whose, reasons: readonly Reason[]): Promise<void> => {
  const open = await owedAt(ctx.db, home);
  await applyTo(
    ctx,
    paymentId,
    open.map(({ id }) => id),
    reasons,
    home,
  );
};

/** Where a payment belongs, as its own row says it from now on. */
export const belongs = (one: PaidHome): Partial<PaymentRow> => ({
  company_id: one.companyId,
  property_id: one.propertyId,
  unit_id: one.unitId,
  tenancy_id: one.tenancyId,
  booking_id: one.bookingId,
  tenant_id: one.tenantId,
});

/** The same where nothing is asked for the home: it is theirs all the same, and who lives there hears of it. */
async function ofHome(db: Db, { companyId, tenancyId, bookingId }: Whose): Promise<Partial<PaymentRow>> {
  const home =
    tenancyId !== null
      ? await everything(db, 'tenancy', why)
          .select()
          .leftJoin('tenancy_person as lead', (join) =>
            join.onRef('lead.tenancy_id', '=', 'tenancy.id').on('lead.role', '=', 'lead').on('lead.until', 'is', null),
          )
          .select(['property_id', 'unit_id', 'lead.tenant_id'])
          .where('tenancy.id', '=', tenancyId)
          .executeTakeFirst()
      : await everything(db, 'booking', why).select().select(['property_id', 'unit_id', 'tenant_id']).where('id', '=', bookingId).executeTakeFirst();
  return { company_id: companyId, tenancy_id: tenancyId, booking_id: bookingId, ...home };
}

/** Where an invoice stands now: paying the last of a move-in makes the tenancy, and what was paid and what is over belong there from then on. */
export const homeNow = async (db: Db, invoiceId: number): Promise<Owed | undefined> => (await owed(db, { ids: [invoiceId] }, { open: false }))[0];

/**
 * Invoices first, then the payment, both held: what is left of it goes to these, then to what else is open of the same home, and what nothing takes
 * is the tenant's credit.
 */
export async function applyTo(ctx: Ctx, paymentId: number, invoiceIds: readonly number[], reasons: readonly Reason[], home?: Whose): Promise<void> {
  const wanted = await owed(ctx.db, { ids: invoiceIds }, { open: false });
  const first = wanted[0];
  const more = first ? await owed(ctx.db, first.tenancyId === null ? { bookingId: first.bookingId ?? 0 } : { tenancyId: first.tenancyId }) : [];
  const ids = [...new Set([...invoiceIds, ...more.map(({ id }) => id)])];
  await lockForPaying(ctx, ids);
  const payment = await lockPayment(ctx.db, paymentId);
  if (payment.status !== 'completed' || payment.looked_at !== null || leftOf(payment) <= 0) return;
  const fits = (await owed(ctx.db, { ids })).filter((one) => one.fund === payment.fund);
  const chosen = partsOf(
    fits.filter(({ id }) => invoiceIds.includes(id)),
    leftOf(payment),
  );
  const rest = partsOf(
    fits.filter(({ id }) => !invoiceIds.includes(id)),
    chosen.over,
  );
  const parts = [...chosen.parts, ...rest.parts];
  const done = await putTo(ctx, payment, fits, parts, { kind: 'receipt' });
  const at = first && (await homeNow(ctx.db, first.id));
  const whose: Whose | null = at ?? home ?? null;
  const put = done.reduce((sum, part) => sum + part.cents, 0);
  if (whose && rest.over > 0) await keepCredit(ctx, payment, whose, rest.over);
  const after = await putPayment(ctx.db, paymentId, {
    allocated_cents: payment.allocated_cents + put,
    credited_cents: payment.credited_cents + (whose ? rest.over : 0),
    match: whose ? 'matched' : 'unmatched',
    looked_at: clock.now(),
    reasons: JSON.stringify(reasons),
    ...(at ? belongs(at) : home ? await ofHome(ctx.db, home) : {}),
  });
  await tellCame(ctx, after);
}
