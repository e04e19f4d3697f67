import { sql } from 'kysely';
import type { DoubtKind, FailureReason } from '#contract/collection/kinds.ts';
import { msisdnOf } from '#contract/daraja/phone.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { EventName, EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { publicPath } from '#server/invoice/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { audience, changed, notify, type PageOf, type Reader, type Recipient, recipientOf, screenPage } from '#server/notification/service.ts';
import { homeName, payersOf } from '#server/tenancy/service.ts';
import type { AccountRow } from '#server/treasury/service.ts';
import { owed } from './invoices.ts';
import { reveal } from './phones.ts';
import type { PaymentRow } from './rows.ts';

const why = 'whom a payment is about, to be told of it';
type PaymentEvent = Extract<EventName, `payment.${string}`>;

const homeOf = async (db: Db, row: PaymentRow): Promise<string> => {
  if (row.tenancy_id !== null) return homeName(db, row.tenancy_id, row.unit_id);
  if (row.unit_id === null) return '';
  const unit = await everything(db, 'unit', why)
    .select()
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['unit.name', 'property.name as property'])
    .where('unit.id', '=', row.unit_id)
    .executeTakeFirst();
  return unit ? `${unit.name}, ${unit.property}` : '';
};
const came = async (ctx: Pick<Ctx, 'db'>, row: PaymentRow) => ({
  sum: kesPlain(row.cents),
  home: await homeOf(ctx.db, row),
  how: row.how,
  external: row.external ?? '',
});

/** Whom it came from, as far as that is known: a prompt brings no name. */
export const nameOf = ({ payer, phone_tail }: PaymentRow): string => payer || (phone_tail ? `•••${phone_tail}` : '•••');

/** Whoever paid: by their account, as who they are to the company, or by the number they paid from. */
async function payerOf(db: Db, row: PaymentRow): Promise<Recipient | null> {
  if (row.person_id !== null) return { personId: row.person_id };
  const tenant =
    row.tenant_id === null
      ? undefined
      : await everything(db, 'tenant', why).select().select(['person_id', 'phone', 'email']).where('id', '=', row.tenant_id).executeTakeFirst();
  if (tenant?.person_id) return { personId: tenant.person_id };
  if (tenant && (tenant.phone || tenant.email)) return { phone: tenant.phone ?? undefined, email: tenant.email ?? undefined };
  return row.phone_sealed === null ? null : { phone: `+${reveal(row.phone_sealed)}` };
}

export async function tellPayer<E extends PaymentEvent>(ctx: Ctx, row: PaymentRow, event: E, params: EventParams<E>, mark = ''): Promise<void> {
  const to = await payerOf(ctx.db, row);
  if (!to) return;
  await notify(ctx, event, params, audience().readers([{ to, mark: '' }]), {
    key: `${row.id}${mark}`,
    subject: row.code,
    ...(await pageOf(ctx.db, row)),
  });
}
/** Of a part that was put to another home than its row says, they are led to the invoice it paid: the payment itself is the first one's. Null: it paid none. */
export type Elsewhere = { readonly id: number; readonly code: string } | null;
/** Where its payer reads of it and takes its receipt: in the lease; before there is one, with the booking. */
async function pageOf(db: Db, row: PaymentRow, elsewhere?: Elsewhere): Promise<{ page?: string }> {
  const code = (table: 'tenancy' | 'booking', id: number) =>
    everything(db, table, why).select().select('code').where('id', '=', id).executeTakeFirstOrThrow();
  if (row.tenancy_id !== null) {
    const at = { tenancy_id: row.tenancy_id, code: (await code('tenancy', row.tenancy_id)).code };
    if (elsewhere === null) return {};
    if (elsewhere) return { page: linkTo('invoice.ownOne', 'tenancy', { ...at, invoice_id: elsewhere.id, invoice_code: elsewhere.code }) };
    return { page: linkTo('payment.ownOne', 'tenancy', { ...at, id: row.id, invoice_code: row.code }) };
  }
  if (row.booking_id === null) return {};
  return { page: linkTo('booking.one', 'tenant', { id: row.booking_id, code: (await code('booking', row.booking_id)).code }) };
}

/**
 * Those who lead the company, each with its page in their dashboard; of money without a company those who keep the platform's. `refund`: it is decided
 * in the list of them. `second`: by another person, who is of the platform where nobody else leads the company. `statement`: what of it waits.
 */
export async function tellDesk<E extends PaymentEvent>(
  ctx: Ctx,
  companyId: number | null,
  event: E,
  params: EventParams<E>,
  key: string,
  row?: PaymentRow,
  {
    refund = false,
    second = refund,
    elsewhere,
    statement,
  }: { readonly refund?: boolean; readonly second?: boolean; readonly elsewhere?: Elsewhere | undefined; readonly statement?: number } = {},
): Promise<void> {
  const heads = audience().heads(companyId).except(ctx.me.userId);
  const to = companyId === null || second ? heads.otherwise(audience().platform(['superadmin', 'admin'])) : heads;
  const page = row ? deskPage(row, refund, elsewhere) : statement === undefined ? undefined : listPage(`suspense&statement=${statement}`);
  await notify(ctx, event, params, to, { key, ...(page ? { page } : {}) });
}
const listPage = (tab: string) => screenPage(['payment.transactions', 'payment.finance'], {}, `tab=${tab}`);
function deskPage({ id, code }: PaymentRow, refund: boolean, elsewhere?: Elsewhere): PageOf {
  if (refund) return listPage('refunds');
  if (elsewhere === undefined) return screenPage(['payment.detail', 'payment.financeOne'], { id, code });
  const [own, invoice] = [screenPage('payment.financeOne', { id, code }), elsewhere];
  return invoice ? (layout) => screenPage('invoice.detail', { invoice_id: invoice.id, code: invoice.code })(layout) ?? own(layout) : own;
}

/** Moved to another home it is another's, who hears of it, too. */
const placeOf = (row: PaymentRow): string => String(row.tenancy_id ?? `b${row.booking_id}`);
type Received = Reader & { readonly phone: string | null };
/** Those of the home who pay, each by their account, number or address. */
async function ofHome(db: Db, row: PaymentRow, elsewhere?: Elsewhere): Promise<Received[]> {
  const page = await pageOf(db, row, elsewhere);
  const tenants =
    row.tenancy_id !== null
      ? await payersOf(db, row.tenancy_id)
      : await everything(db, 'tenant', why)
          .select()
          .select(['id as tenant_id', 'person_id', 'phone', 'email'])
          .where('id', '=', row.tenant_id)
          .execute();
  return tenants.flatMap((tenant): Received[] => {
    const to = recipientOf(tenant);
    return to ? [{ to, mark: `t${tenant.tenant_id}`, phone: tenant.phone, ...('personId' in to ? page : {}) }] : [];
  });
}
/** Who paid, where that is none of the home: by their account, or by the phone that paid. Who began it on an invoice's own page is led back there. */
async function another(db: Db, row: PaymentRow, told: readonly Received[]): Promise<Received[]> {
  const people = told.flatMap(({ to }) => ('personId' in to ? to.personId : []));
  if (row.person_id !== null)
    return people.includes(row.person_id)
      ? []
      : [{ mark: `p${row.person_id}`, to: { personId: row.person_id }, phone: null, ...(await pageOf(db, row)) }];
  if (row.phone_sealed === null) return [];
  const number = reveal(row.phone_sealed);
  const phones = await everything(db, 'person', why)
    .select()
    .select('phone')
    .where('id', 'in', people.length > 0 ? people : [0])
    .execute();
  if ([...told, ...phones].some(({ phone }) => phone !== null && msisdnOf(phone) === number)) return [];
  const began = await everything(db, 'push_invoice', why)
    .select()
    .innerJoin('push', 'push.id', 'push_invoice.push_id')
    .innerJoin('invoice', 'invoice.id', 'push_invoice.invoice_id')
    .select(['invoice.id', 'invoice.token'])
    .where('push.payment_id', '=', row.id)
    .executeTakeFirst();
  return [{ mark: 'phone', to: { phone: `+${number}` }, phone: number, ...(began ? { link: publicPath(began) } : {}) }];
}
/** What is asked for the home and not paid. */
async function leftAt(db: Db, { tenancy_id, booking_id }: PaymentRow): Promise<number> {
  const home = tenancy_id !== null ? { tenancyId: tenancy_id } : booking_id !== null ? { bookingId: booking_id } : null;
  if (home === null) return 0;
  const open = await owed(db, home);
  return open.reduce((sum, one) => sum + one.open, 0);
}
/** One receipt a payment, to who lives there and to who paid: the sum, its number, what is left and what is over. */
async function tellReceived(ctx: Ctx, row: PaymentRow, params: EventParams<'payment.received'>, elsewhere?: Elsewhere): Promise<void> {
  const home = await ofHome(ctx.db, row, elsewhere);
  const left = await leftAt(ctx.db, row);
  const more = { ...(left > 0 ? { left: kesPlain(left) } : {}), ...(row.credited_cents > 0 ? { over: kesPlain(row.credited_cents) } : {}) };
  const to = audience().readers([...home, ...(await another(ctx.db, row, home))]);
  await notify(ctx, 'payment.received', { ...params, ...more }, to, { key: `${row.id}:${placeOf(row)}`, subject: row.code });
}
export async function tellCame(ctx: Ctx, row: PaymentRow, elsewhere?: Elsewhere): Promise<void> {
  const params = await came(ctx, row);
  await tellReceived(ctx, row, params, elsewhere);
  if (row.company_id !== null) {
    await tellDesk(ctx, row.company_id, 'payment.came', { ...params, name: nameOf(row) }, `${row.id}:${placeOf(row)}`, row, { elsewhere });
    await changed(ctx, { room: 'payment', company: row.company_id });
  }
}
export const tellFailed = async (ctx: Ctx, row: PaymentRow): Promise<void> =>
  tellPayer(ctx, row, 'payment.failed', { sum: kesPlain(row.cents), home: await homeOf(ctx.db, row), why: (row.reason ?? 'other') as FailureReason });

export async function tellReversed(ctx: Ctx, row: PaymentRow, reason: string): Promise<void> {
  const { how: _, ...moved } = await came(ctx, row);
  const params = { ...moved, reason };
  await tellPayer(ctx, row, 'payment.reversed', params);
  await tellDesk(ctx, row.company_id, 'payment.went', { ...params, name: nameOf(row) }, String(row.id), row);
}
/** Taken off a home by a person: who lives there, who paid, and who leads the company hear it, and why. `row`: as it stood. */
export async function tellTakenOff(ctx: Ctx, row: PaymentRow, reason: string): Promise<void> {
  const { how: _, ...moved } = await came(ctx, row);
  const params = { ...moved, reason };
  const key = `${row.id}:${placeOf(row)}:${clock.ms()}`;
  const home = await ofHome(ctx.db, row);
  // The invoice's own page asks for money again: who is told here that it was taken off opens their own pages.
  const to = [...home, ...(await another(ctx.db, row, home))].map(({ link: _, ...one }) => one);
  await notify(ctx, 'payment.taken_off', params, audience().readers(to), { key, subject: row.code });
  await tellDesk(ctx, row.company_id, 'payment.came_off', { ...params, name: nameOf(row) }, key, row);
}
export const tellUnmatched = (ctx: Ctx, row: PaymentRow): Promise<void> =>
  tellDesk(
    ctx,
    row.company_id,
    'payment.unmatched',
    { sum: kesPlain(row.cents), name: nameOf(row), account: row.account_text ?? '', external: row.external ?? '' },
    String(row.id),
    row,
  );
export const tellUnverified = (ctx: Ctx, account: AccountRow, external: string): Promise<void> =>
  tellDesk(ctx, account.company_id, 'payment.unverified', { external }, `${account.id}:${external}`);

/** Who pasted its message hears how it ended, where it did not become a payment of theirs: that tells itself. */
export async function tellPasted(ctx: Ctx, external: string, became: EventParams<'payment.pasted'>['became']): Promise<void> {
  const { rows } = await sql<{ person: number; tenancy: number; code: string }>`/* all: who asked about this number, and is told */
    select distinct q.asked_by as person, t.id as tenancy, t.code from status_query q join tenancy t on t.id = q.tenancy_id
    where q.external = ${external} and q.asked_by is not null
      and (${became} <> 'unknown' or not exists (select 1 from status_query o where o.external = q.external and (o.open or o.payment_id is not null)))`.execute(
    ctx.db,
  );
  const to = rows.map(({ person, tenancy, code }) => ({
    to: { personId: person },
    mark: `${person}:${became}`,
    page: linkTo('payment.own', 'tenancy', { tenancy_id: tenancy, code }),
  }));
  await notify(ctx, 'payment.pasted', { external, became }, audience().readers(to), { key: external });
}

export const tellDoubt = (
  ctx: Ctx,
  doubt: { id: number; kind: DoubtKind; cents: number; external: string; companyId: number | null },
): Promise<void> =>
  tellDesk(ctx, doubt.companyId, 'payment.doubt', { sum: kesPlain(doubt.cents), external: doubt.external, kind: doubt.kind }, String(doubt.id));

/** Whoever else leads the company, or the platform, looks at the evidence of cash without a code. */
export async function tellCashWaits(ctx: Ctx, row: PaymentRow): Promise<void> {
  const { name: who } = await everything(ctx.db, 'person', why).select().select('name').where('id', '=', ctx.me.userId).executeTakeFirstOrThrow();
  const params = { sum: kesPlain(row.cents), who, name: nameOf(row), home: await homeOf(ctx.db, row) };
  await tellDesk(ctx, row.company_id, 'payment.cash_waits', params, row.code, row, { second: true });
}
export { payerOf };
