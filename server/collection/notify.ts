import { sql } from 'kysely';
import type { PaymentExceptionKind, PaymentFailureReason, ReversalCause } from '#contract/collection/kinds.ts';
import { toMsisdn } from '#contract/daraja/phone.ts';
import type { EventName, EventParams } from '#contract/modules.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { buildPublicInvoicePath } from '#server/invoice/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import {
  announceListChange,
  createNotificationAudience,
  type NotificationReader,
  type NotificationRecipient,
  notifyAudience,
  type PagePathByLayout,
  screenPagePath,
  toRecipient,
} from '#server/notification/service.ts';
import { readHomeName, readPayers } from '#server/tenancy/service.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { readOpenInvoicesForPayment } from './invoices.ts';
import { unsealPhone } from './phones.ts';
import type { PaymentRow } from './rows.ts';

const why = 'finds the people to notify about a payment';
type PaymentEvent = Extract<EventName, `payment.${string}`>;

const homeOf = async (db: Db, row: PaymentRow): Promise<string> => {
  if (row.tenancy_id !== null) return readHomeName(db, row.tenancy_id, row.unit_id);
  if (row.unit_id === null) return '';
  const unit = await unscopedTable(db, 'unit', why)
    .select()
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['unit.name', 'property.name as property'])
    .where('unit.id', '=', row.unit_id)
    .executeTakeFirst();
  return unit ? `${unit.name}, ${unit.property}` : '';
};
const came = async (ctx: Pick<Ctx, 'db'>, row: PaymentRow) => ({
  sum: formatKesPlain(row.cents),
  home: await homeOf(ctx.db, row),
  how: row.how,
  external: row.external ?? '',
});

/** Cash has no M-Pesa code or bank reference, so Makao's code names it. */
async function describeMovedPayment(ctx: Pick<Ctx, 'db'>, row: PaymentRow) {
  const { sum, home, external } = await came(ctx, row);
  return { sum, home, external: external || row.code };
}

/** The payer, as far as known: a prompt has no name. */
export const getPayerName = ({ payer, phone_tail }: PaymentRow): string => payer || (phone_tail ? `•••${phone_tail}` : '•••');

/** The payer: by account, by tenant record, or by the phone number used. */
async function payerOf(db: Db, row: PaymentRow): Promise<NotificationRecipient | null> {
  if (row.person_id !== null) return { personId: row.person_id };
  const tenant =
    row.tenant_id === null
      ? undefined
      : await unscopedTable(db, 'tenant', why).select().select(['person_id', 'phone', 'email']).where('id', '=', row.tenant_id).executeTakeFirst();
  if (tenant?.person_id) return { personId: tenant.person_id };
  if (tenant && (tenant.phone || tenant.email)) return { phone: tenant.phone ?? undefined, email: tenant.email ?? undefined };
  return row.phone_sealed === null ? null : { phone: `+${unsealPhone(row.phone_sealed)}` };
}

export async function notifyPayer<E extends PaymentEvent>(ctx: Ctx, row: PaymentRow, event: E, params: EventParams<E>, mark = ''): Promise<void> {
  const to = await payerOf(ctx.db, row);
  if (!to) return;
  await notifyAudience(ctx, event, params, createNotificationAudience().readers([{ to, mark: '' }]), {
    key: `${row.id}${mark}`,
    subject: row.code,
    ...(await pageOf(ctx.db, row)),
  });
}
/**
 * For a part allocated to another home than the payment's: links to the invoice it paid, because the payment is the first home's. Null: it paid no
 * invoice.
 */
export type OtherTenancy = { readonly id: number; readonly code: string } | null;
/** The page where the payer finds the payment and its receipt: in the lease, or before that in the booking. */
async function pageOf(db: Db, row: PaymentRow, elsewhere?: OtherTenancy): Promise<{ page?: string }> {
  const code = (table: 'tenancy' | 'booking', id: number) =>
    unscopedTable(db, table, why).select().select('code').where('id', '=', id).executeTakeFirstOrThrow();
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
 * Notifies the leaders of the company, each with a link into their dashboard; without a company, the platform's payment staff. `refund`: decided in
 * the list of refunds. `second`: decided by another person, of the platform where the company has no other leader. `statement`: links to its pending
 * lines.
 */
export async function notifyPaymentStaff<E extends PaymentEvent>(
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
  }: { readonly refund?: boolean; readonly second?: boolean; readonly elsewhere?: OtherTenancy | undefined; readonly statement?: number } = {},
): Promise<void> {
  const heads = createNotificationAudience().heads(companyId).except(ctx.me.userId);
  const to = companyId === null || second ? heads.otherwise(createNotificationAudience().platform(['superadmin', 'admin'])) : heads;
  const page = row ? deskPage(row, refund, elsewhere) : statement === undefined ? undefined : listPage(`suspense&statement=${statement}`);
  await notifyAudience(ctx, event, params, to, { key, ...(page ? { page } : {}) });
}
const listPage = (tab: string) => screenPagePath(['payment.transactions', 'payment.finance'], {}, `tab=${tab}`);
function deskPage({ id, code }: PaymentRow, refund: boolean, elsewhere?: OtherTenancy): PagePathByLayout {
  if (refund) return listPage('refunds');
  if (elsewhere === undefined) return screenPagePath(['payment.detail', 'payment.financeOne'], { id, code });
  const [own, invoice] = [screenPagePath('payment.financeOne', { id, code }), elsewhere];
  return invoice ? (layout) => screenPagePath('invoice.detail', { invoice_id: invoice.id, code: invoice.code })(layout) ?? own(layout) : own;
}

/** A payment moved to another home concerns the people of that home, so they are notified too. */
const placeOf = (row: PaymentRow): string => String(row.tenancy_id ?? `b${row.booking_id}`);
type Received = NotificationReader & { readonly phone: string | null };
/** The payers of the home, by account, phone number or email. */
async function ofHome(db: Db, row: PaymentRow, elsewhere?: OtherTenancy): Promise<Received[]> {
  const page = await pageOf(db, row, elsewhere);
  const tenants =
    row.tenancy_id !== null
      ? await readPayers(db, row.tenancy_id)
      : await unscopedTable(db, 'tenant', why)
          .select()
          .select(['id as tenant_id', 'person_id', 'phone', 'email'])
          .where('id', '=', row.tenant_id)
          .execute();
  return tenants.flatMap((tenant): Received[] => {
    const to = toRecipient(tenant);
    return to ? [{ to, mark: `t${tenant.tenant_id}`, phone: tenant.phone, ...('personId' in to ? page : {}) }] : [];
  });
}
/** The payer, if not one of the home's: by account, or by the phone used. A payer from the public page is led back to it. */
async function another(db: Db, row: PaymentRow, told: readonly Received[]): Promise<Received[]> {
  const people = told.flatMap(({ to }) => ('personId' in to ? to.personId : []));
  if (row.person_id !== null)
    return people.includes(row.person_id)
      ? []
      : [{ mark: `p${row.person_id}`, to: { personId: row.person_id }, phone: null, ...(await pageOf(db, row)) }];
  if (row.phone_sealed === null) return [];
  const number = unsealPhone(row.phone_sealed);
  const phones = await unscopedTable(db, 'person', why)
    .select()
    .select('phone')
    .where('id', 'in', people.length > 0 ? people : [0])
    .execute();
  if ([...told, ...phones].some(({ phone }) => phone !== null && toMsisdn(phone) === number)) return [];
  const began = await unscopedTable(db, 'push_invoice', why)
    .select()
    .innerJoin('push', 'push.id', 'push_invoice.push_id')
    .innerJoin('invoice', 'invoice.id', 'push_invoice.invoice_id')
    .select(['invoice.id', 'invoice.token'])
    .where('push.payment_id', '=', row.id)
    .executeTakeFirst();
  return [{ mark: 'phone', to: { phone: `+${number}` }, phone: number, ...(began ? { link: buildPublicInvoicePath(began) } : {}) }];
}
/** The balance due of the home. */
async function readHomeBalance(db: Db, { tenancy_id, booking_id }: PaymentRow): Promise<number> {
  const home = tenancy_id !== null ? { tenancyId: tenancy_id } : booking_id !== null ? { bookingId: booking_id } : null;
  if (home === null) return 0;
  const open = await readOpenInvoicesForPayment(db, home);
  return open.reduce((sum, one) => sum + one.open, 0);
}
/** One receipt for a payment, to the home's payers and to the payer: amount, reference, balance due and credit. */
async function sendReceipts(ctx: Ctx, row: PaymentRow, params: EventParams<'payment.received'>, elsewhere?: OtherTenancy): Promise<void> {
  const home = await ofHome(ctx.db, row, elsewhere);
  const left = await readHomeBalance(ctx.db, row);
  const more = {
    ...(left > 0 ? { left: formatKesPlain(left) } : {}),
    ...(row.credited_cents > 0 ? { over: formatKesPlain(row.credited_cents) } : {}),
  };
  const to = createNotificationAudience().readers([...home, ...(await another(ctx.db, row, home))]);
  await notifyAudience(ctx, 'payment.received', { ...params, ...more }, to, { key: `${row.id}:${placeOf(row)}`, subject: row.code });
}
export async function notifyPaymentReceived(ctx: Ctx, row: PaymentRow, elsewhere?: OtherTenancy): Promise<void> {
  const params = await came(ctx, row);
  await sendReceipts(ctx, row, params, elsewhere);
  if (row.company_id !== null) {
    await notifyPaymentStaff(ctx, row.company_id, 'payment.came', { ...params, name: getPayerName(row) }, `${row.id}:${placeOf(row)}`, row, {
      elsewhere,
    });
    await announceListChange(ctx, { module: 'payment', company: row.company_id });
  }
}
export const notifyPaymentFailed = async (ctx: Ctx, row: PaymentRow): Promise<void> =>
  notifyPayer(ctx, row, 'payment.failed', {
    sum: formatKesPlain(row.cents),
    home: await homeOf(ctx.db, row),
    why: (row.reason ?? 'other') as PaymentFailureReason,
  });

/** The payer reads the cause; managers also read the private reason that staff wrote. */
export async function notifyPaymentReversed(ctx: Ctx, row: PaymentRow, reason: string, cause: ReversalCause): Promise<void> {
  const moved = await describeMovedPayment(ctx, row);
  await notifyPayer(ctx, row, 'payment.reversed', { ...moved, cause });
  await notifyPaymentStaff(ctx, row.company_id, 'payment.went', { ...moved, reason, name: getPayerName(row) }, String(row.id), row);
}
/** Unallocated by a person: the home's payers, the payer and the company's leaders are notified, the leaders with the reason. `row`: the payment before. */
export async function notifyPaymentUnallocated(ctx: Ctx, row: PaymentRow, reason: string): Promise<void> {
  const moved = await describeMovedPayment(ctx, row);
  const key = `${row.id}:${placeOf(row)}:${clock.ms()}`;
  const home = await ofHome(ctx.db, row);
  // The public page asks for payment again, so these recipients are linked to their own pages.
  const to = [...home, ...(await another(ctx.db, row, home))].map(({ link: _, ...one }) => one);
  await notifyAudience(ctx, 'payment.taken_off', moved, createNotificationAudience().readers(to), { key, subject: row.code });
  await notifyPaymentStaff(ctx, row.company_id, 'payment.came_off', { ...moved, reason, name: getPayerName(row) }, key, row);
}
export const notifyPaymentUnmatched = (ctx: Ctx, row: PaymentRow): Promise<void> =>
  notifyPaymentStaff(
    ctx,
    row.company_id,
    'payment.unmatched',
    { sum: formatKesPlain(row.cents), name: getPayerName(row), account: row.account_text ?? '', external: row.external ?? '' },
    String(row.id),
    row,
  );
export const notifyPaymentUnverified = (ctx: Ctx, account: CollectionAccountRow, external: string): Promise<void> =>
  notifyPaymentStaff(ctx, account.company_id, 'payment.unverified', { external }, `${account.id}:${external}`);

/** Notifies the sender of a pasted message of the outcome, unless it became their payment, which has its own receipt. */
export async function notifyMessageSender(ctx: Ctx, external: string, became: EventParams<'payment.pasted'>['became']): Promise<void> {
  const { rows } = await sql<{
    person: number;
    tenancy: number;
    code: string;
  }>`/* unscoped: finds the people to notify who asked about this M-Pesa code */
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
  await notifyAudience(ctx, 'payment.pasted', { external, became }, createNotificationAudience().readers(to), { key: external });
}

export const notifyPaymentException = (
  ctx: Ctx,
  doubt: { id: number; kind: PaymentExceptionKind; cents: number; external: string; companyId: number | null },
): Promise<void> =>
  notifyPaymentStaff(
    ctx,
    doubt.companyId,
    'payment.doubt',
    { sum: formatKesPlain(doubt.cents), external: doubt.external, kind: doubt.kind },
    String(doubt.id),
  );

/** Asks another leader of the company, or the platform, to review the evidence of cash without a code. */
export async function notifyCashPending(ctx: Ctx, row: PaymentRow): Promise<void> {
  const { name: who } = await unscopedTable(ctx.db, 'person', why).select().select('name').where('id', '=', ctx.me.userId).executeTakeFirstOrThrow();
  const params = { sum: formatKesPlain(row.cents), who, name: getPayerName(row), home: await homeOf(ctx.db, row) };
  await notifyPaymentStaff(ctx, row.company_id, 'payment.cash_waits', params, row.code, row, { second: true });
}
export { describeMovedPayment, payerOf, readHomeBalance };
