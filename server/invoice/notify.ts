import { sql } from 'kysely';
import { invoicePublicScreens } from '#contract/invoice/public.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { href } from '#contract/kernel/screen.ts';
import type { EventName, EventParams } from '#contract/modules.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { countDaysBetween } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import { readPayers } from '#server/tenancy/service.ts';
import type { InvoiceRow } from './rows.ts';
import { readInvoiceShares } from './shares.ts';

export type InvoiceEvent = Extract<EventName, `invoice.${string}` | 'receipt' | 'deposit.held'>;
export const buildPublicInvoicePath = ({ token, id }: Pick<InvoiceRow, 'token' | 'id'>): string =>
  href(invoicePublicScreens.pay, { code: token, id });

type About = {
  readonly id: number;
  readonly code: string;
  readonly token: string;
  readonly company_id: number;
  readonly agent_company_id: number | null;
  readonly tenancy_id: number | null;
  readonly tenancy_code: string | null;
  readonly booking_id: number | null;
  readonly booking_code: string | null;
  readonly person_id: number | null;
  readonly tenant_id: number;
  readonly phone: string | null;
  readonly email: string | null;
  readonly home: string;
  readonly open_cents: number;
  readonly total_cents: number;
  /** The part of the payment that came from tenant credit. */
  readonly from_credit_cents: number;
  readonly due_on: string;
};
export async function readInvoiceMessageFacts(ctx: Pick<Ctx, 'db'>, id: number): Promise<About | null> {
  const { rows } = await sql<About>`/* unscoped: finds the people to notify about an invoice */
    select i.id, i.code, i.token, i.company_id, i.agent_company_id, i.tenancy_id, t.code as tenancy_code, i.booking_id, b.code as booking_code,
      coalesce(b.person_id, n.person_id) as person_id, i.tenant_id, n.phone, n.email,
      case when coalesce(t.whole, b.whole) then p.name else u.name || ', ' || p.name end as home, i.open_cents, i.total_cents, i.due_on::text as due_on,
      ${getLookup('creditOn')(sql.ref('i.id'))} as from_credit_cents
    from invoice i join unit u on u.id = i.unit_id join property p on p.id = i.property_id join tenant n on n.id = i.tenant_id
      left join tenancy t on t.id = i.tenancy_id left join booking b on b.id = i.booking_id
    where i.id = ${id}`.execute(ctx.db);
  return rows[0] ?? null;
}

/**
 * Notifies the payers: those of the tenancy, or the applicant. They are reached by account, phone or email, and the link opens the invoice without
 * sign-in.
 */
async function readersOf(ctx: Pick<Ctx, 'db'>, about: About) {
  if (about.tenancy_id !== null) return readPayers(ctx.db, about.tenancy_id);
  return [{ tenant_id: about.tenant_id, person_id: about.person_id, phone: about.phone, email: about.email }];
}

const pageOf = (about: About): string =>
  about.tenancy_id === null
    ? linkTo('booking.one', 'tenant', {
        id: requiredId(about.booking_id, 'the booking of an invoice without a tenancy'),
        code: about.booking_code ?? '',
      })
    : linkTo('invoice.ownOne', 'tenancy', {
        tenancy_id: about.tenancy_id,
        code: about.tenancy_code ?? '',
        invoice_id: about.id,
        invoice_code: about.code,
      });

/** The parameters that all events of an invoice share. */
export const toInvoiceEventParams = ({ home, code }: About) => ({ home, code });

/** Returns the number of people notified. `key` identifies the notification, so that a repeat notifies no person twice. */
export async function notifyInvoicePayers<E extends InvoiceEvent>(
  ctx: Pick<Ctx, 'db'>,
  about: About,
  event: E,
  params: EventParams<E>,
  key: string,
): Promise<number> {
  const shares =
    'day' in params
      ? new Map((await readInvoiceShares(ctx.db, about.id)).map((one) => [one.tenant_id, formatKesPlain(one.left)]))
      : new Map<number, string>();
  const message = { key: `${about.id}:${key}`, subject: about.code, link: buildPublicInvoicePath(about), company: about.company_id };
  let told = 0;
  for (const payer of await readersOf(ctx, about)) {
    const share = shares.get(payer.tenant_id);
    const said = share === undefined ? params : { ...params, share };
    told += await notifyAudience(ctx, event, said, createNotificationAudience().tenants([payer], { page: pageOf(about) }), message);
  }
  return told;
}

/** Notifies the managers of the unit, except the person who acts. */
export async function notifyInvoiceManagers<E extends InvoiceEvent>(
  ctx: Ctx,
  about: About,
  event: E,
  params: EventParams<E>,
  key: string,
): Promise<void> {
  const page = screenPagePath('invoice.detail', { invoice_id: about.id, code: about.code });
  const to = createNotificationAudience().managers(about, 'm').except(ctx.me.userId);
  await notifyAudience(ctx, event, params, to, { key: `${about.id}:${key}`, subject: about.code, page });
}

/** Announces a new invoice with its balance due. If tenant credit paid all of it, the payers already have a receipt. */
export async function notifyInvoiceIssued(ctx: Pick<Ctx, 'db'>, id: number, key = 'issued'): Promise<number> {
  const about = await readInvoiceMessageFacts(ctx, id);
  if (!about || about.open_cents === 0) return 0;
  const credit = about.from_credit_cents > 0 ? { total: formatKesPlain(about.total_cents), credit: formatKesPlain(about.from_credit_cents) } : {};
  return notifyInvoicePayers(
    ctx,
    about,
    'invoice.issued',
    { ...toInvoiceEventParams(about), sum: formatKesPlain(about.open_cents), day: about.due_on, ...credit },
    key,
  );
}
/** Notifies payers of a late fee on the invoice `late`, and of the balance due after tenant credit. */
export async function notifyLateFee(ctx: Pick<Ctx, 'db'>, id: number, late: string): Promise<void> {
  const about = await readInvoiceMessageFacts(ctx, id);
  if (!about) return;
  const left = about.open_cents > 0 ? { left: formatKesPlain(about.open_cents) } : {};
  const credit = about.from_credit_cents > 0 ? { credit: formatKesPlain(about.from_credit_cents), ...left } : {};
  await notifyInvoicePayers(
    ctx,
    about,
    'invoice.late_fee',
    { ...toInvoiceEventParams(about), sum: formatKesPlain(about.total_cents), late, ...credit },
    'issued',
  );
}
/** Sends an invoice again, as overdue if its due date has passed. */
export async function resendInvoice(ctx: Pick<Ctx, 'db'>, id: number): Promise<number> {
  const about = await readInvoiceMessageFacts(ctx, id);
  const key = `again:${clock.ms()}`;
  if (!about || about.due_on >= clock.today()) return notifyInvoiceIssued(ctx, id, key);
  const late = { sum: formatKesPlain(about.open_cents), day: about.due_on, days: String(countDaysBetween(about.due_on, clock.today())) };
  return notifyInvoicePayers(ctx, about, 'invoice.overdue', { ...toInvoiceEventParams(about), ...late }, key);
}
