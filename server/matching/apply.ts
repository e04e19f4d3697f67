import type { Happenings } from '#contract/kernel/happenings.ts';
import { fundOf } from '#contract/ledger/accounts.ts';
import { type Reason, scores } from '#contract/matching/match.ts';
import { partsOf } from '#contract/matching/order.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import {
  belongs,
  type HomeColumns,
  leftOf,
  lessOf,
  type MatchedFacts,
  type Owed,
  owed,
  type PaymentRow,
  putMatched,
  tellCame,
} from '#server/collection/service.ts';
import { lockForPaying } from '#server/invoice/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { modeOf } from '#server/ledger/service.ts';
import { allocate, type Put } from './allocate.ts';
import { keepCredit, type Whose } from './credit.ts';
import type { Home } from './owing.ts';

const why = 'a payment that is matched by a rule, or by a person who may';

/** The open invoices of a home. */
export const owedAt = (db: Db, { tenancyId, bookingId }: Home): Promise<Owed[]> =>
  tenancyId !== null ? owed(db, { tenancyId }) : bookingId !== null ? owed(db, { bookingId }) : Promise.resolve([]);

/** Money of a fund may go to a home that is asked for something in it, or whose company is paid so today: then what is over is for the next. */
export const takesFund = async (db: Db, companyId: number, open: readonly Owed[], fund: string): Promise<boolean> =>
  open.some((one) => one.fund === fund) || fundOf(await modeOf(db, companyId)) === fund;

/** The same for a home that has no invoice. */
async function ofHome(db: Db, { companyId, tenancyId, bookingId }: Whose): Promise<Partial<HomeColumns>> {
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

/** An invoice with its present home: paying the last of a move-in creates the tenancy, to which the payment and its credit belong from then on. */
export const homeNow = async (db: Db, invoiceId: number): Promise<Owed | undefined> => (await owed(db, { ids: [invoiceId] }, { open: false }))[0];

/** A payment, the invoices it is for, and the home it belongs to where none of them says so. */
export type Target = {
  readonly paymentId: number;
  readonly invoiceIds: readonly number[];
  readonly reasons: readonly Reason[];
  readonly home?: Whose | undefined;
};
type Planned = Target & { readonly payment: PaymentRow; readonly first: Owed | undefined; readonly put: Put; readonly over: number };

/**
 * Allocates what is left of payments to their invoices, then to the other open invoices of the same home; what is over becomes tenant credit. Invoices
 * are locked first, then payments. A payment that was matched in the meantime is left as it is.
 */
export async function applyTo(ctx: Ctx, targets: readonly Target[], options: { readonly quiet?: boolean } = {}): Promise<void> {
  const { invoices, all } = await invoicesOf(ctx.db, targets);
  const ids = all.map(({ id }) => id);
  await lockForPaying(ctx, ids);
  const payments = await pendingPayments(
    ctx.db,
    targets.map(({ paymentId }) => paymentId),
  );
  const open = await owed(ctx.db, { ids });
  const planned = plan(targets, payments, open, invoices);
  await allocate(
    ctx,
    planned.map(({ put }) => put),
    open,
    options,
  );
  const homes = await owed(ctx.db, { ids: planned.flatMap(({ first }) => first?.id ?? []) }, { open: false });
  const facts: MatchedFacts[] = [];
  for (const one of planned) {
    const at = homes.find(({ id }) => id === one.first?.id);
    const whose: Whose | null = at ?? one.home ?? null;
    if (whose && one.over > 0) await keepCredit(ctx, one.payment, whose, one.over);
    const place = at ? belongs(at) : one.home ? await ofHome(ctx.db, one.home) : {};
    facts.push(matchedFacts(one, place, whose !== null));
  }
  for (const row of await putMatched(ctx.db, facts)) if (!options.quiet) await tellCame(ctx, row);
}

/** What a person wrote down is put to what they said it is for. */
export const applyRecorded = (ctx: Ctx, { paymentId, invoiceIds, home }: Happenings['payment.recorded']): Promise<void> =>
  applyTo(ctx, [{ paymentId, invoiceIds, reasons: [{ what: 'person', score: scores.person }], home }]);

/** The invoices each payment is for, by payment; and all that are locked for them: theirs, and what else is open of the same homes. */
async function invoicesOf(db: Db, targets: readonly Target[]): Promise<{ invoices: Map<number, Owed[]>; all: Owed[] }> {
  const wanted = await owed(db, { ids: targets.flatMap(({ invoiceIds }) => invoiceIds) }, { open: false });
  const invoices = new Map(targets.map(({ paymentId, invoiceIds }) => [paymentId, wanted.filter(({ id }) => invoiceIds.includes(id))]));
  const firsts = [...invoices.values()].flatMap(([first]) => first ?? []);
  const tenancyIds = [...new Set(firsts.flatMap(({ tenancyId }) => tenancyId ?? []))];
  const more = tenancyIds.length > 0 ? await owed(db, { tenancyIds }) : [];
  const bookings = new Set(firsts.flatMap(({ tenancyId, bookingId }) => (tenancyId === null ? (bookingId ?? []) : [])));
  for (const bookingId of bookings) more.push(...(await owed(db, { bookingId })));
  return { invoices, all: [...new Map([...wanted, ...more].map((one) => [one.id, one])).values()] };
}

async function pendingPayments(db: Db, ids: readonly number[]): Promise<Map<number, PaymentRow>> {
  const rows = await everything(db, 'payment', why)
    .select()
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.filter((row) => row.status === 'completed' && row.looked_at === null && leftOf(row) > 0).map((row) => [row.id, row]));
}

/** In the order given: a later payment finds open what the earlier ones left. */
function plan(
  targets: readonly Target[],
  payments: ReadonlyMap<number, PaymentRow>,
  open: readonly Owed[],
  invoices: ReadonlyMap<number, readonly Owed[]>,
): Planned[] {
  const left = new Map(open.map((one) => [one.id, one]));
  return targets.flatMap((target) => {
    const payment = payments.get(target.paymentId);
    if (!payment) return [];
    const [first] = invoices.get(payment.id) ?? [];
    const isHome = (one: Owed) => first && (first.tenancyId !== null ? one.tenancyId === first.tenancyId : one.bookingId === first.bookingId);
    const fits = [...left.values()].filter((one) => one.fund === payment.fund && (target.invoiceIds.includes(one.id) || isHome(one)));
    const { parts, over } = partsOf(fits, leftOf(payment), target.invoiceIds);
    for (const one of fits) left.set(one.id, lessOf(one, parts));
    const put: Put = { payment, source: { kind: 'receipt' }, on: payment.paid_on ?? clock.today(), parts };
    return [{ ...target, payment, first, put, over }];
  });
}

function matchedFacts({ payment, put, over, reasons }: Planned, place: Partial<HomeColumns>, isHome: boolean): MatchedFacts {
  const { id, company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id } = payment;
  return {
    ...{ id, reasons, match: isHome ? 'matched' : 'unmatched' },
    allocated_cents: cents(payment.allocated_cents + put.parts.reduce((sum, part) => sum + part.cents, 0)),
    credited_cents: cents(payment.credited_cents + (isHome ? over : 0)),
    ...{ company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id, ...place },
  };
}
