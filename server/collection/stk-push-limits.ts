import { sql } from 'kysely';
import { type PaymentPurpose, stkPushRetryAfterSeconds } from '#contract/collection/kinds.ts';
import { timeZone } from '#contract/constants.ts';
import { clock } from '#contract/time/clock.ts';
import { countAttempt, countAttemptSeparately, type ThrottleLimit } from '#server/http/throttle.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import type { PaymentRow } from './rows.ts';

const why = 'a pending prompt, found by its M-Pesa request ID';

export type StkPushRequest = {
  readonly purpose: PaymentPurpose;
  readonly account: CollectionAccountRow;
  readonly phone: string;
  readonly cents: number;
  readonly invoiceIds: readonly number[];
  readonly forWhat?: { readonly table: string; readonly id: number };
  readonly about: Partial<Pick<PaymentRow, 'company_id' | 'property_id' | 'unit_id' | 'tenancy_id' | 'booking_id' | 'tenant_id' | 'person_id'>>;
};
const hour = 3600;
/** Limits against sending prompts to strangers: by phone number, by subject, by caller and by address. Rejected attempts count, too. */
const limits = {
  phone: { limit: 6, seconds: hour },
  phoneDay: { limit: 15, seconds: 24 * hour },
  invoice: { limit: 10, seconds: hour },
  place: { limit: 20, seconds: hour },
  person: { limit: 30, seconds: hour },
} as const satisfies Record<string, ThrottleLimit>;
export async function assertStkPushLimits(services: RunningServices, ctx: Ctx, { invoiceIds, forWhat }: StkPushRequest, mark: string): Promise<void> {
  const paid = forWhat ? [`${forWhat.table}:${forWhat.id}`] : invoiceIds.map(String);
  const counted: (readonly [keyof typeof limits, string])[] = [
    ['phone', mark],
    ['phoneDay', mark],
    ...paid.map((what) => ['invoice', what] as const),
    ctx.me.userId === null ? ['place', getOriginNetworkKey(ctx.from)] : ['person', String(ctx.me.userId)],
  ];
  for (const [name, key] of counted) {
    const wait = await countAttemptSeparately(services.database.db, `push-${name}:${key}`, limits[name]);
    if (wait > 0) throw new Refusal('tooMany', m.payment_refusal_too_many({ at: againAt(wait) }), { retry_after: wait });
  }
}
/** Nairobi time, as a phone shows it. */
const againAt = (seconds: number): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone }).format(clock.ms() + (seconds + 59) * 1000);
/** Cash codes are sent to numbers that a manager typed: limited by number and by person per hour. Rejected attempts sent none and do not count. */
const codeLimits = {
  phone: { limit: 3, seconds: hour },
  phoneDay: { limit: 8, seconds: 24 * hour },
  person: { limit: 60, seconds: hour },
} as const satisfies Record<string, ThrottleLimit>;
export async function assertCashCodeLimit(ctx: Ctx, phone: string): Promise<void> {
  const counted = [
    ['person', String(ctx.me.userId)],
    ['phone', phone],
    ['phoneDay', phone],
  ] as const;
  for (const [name, key] of counted) {
    const wait = await countAttempt(ctx.db, `cash-${name}:${key}`, codeLimits[name]);
    if (wait > 0) throw new Refusal('tooMany', m.payment_refusal_many_codes(), { retry_after: wait });
  }
}

/** A prompt that is unknown for minutes is still queried but no longer blocks another. If both are paid, the second becomes credit. */
export async function releaseStaleStkPushes(db: Db, invoiceIds: readonly number[], mark: Buffer): Promise<void> {
  if (invoiceIds.length === 0) return;
  await sql`/* unscoped: prompts without a known result */ update push_invoice h set open = false
    where h.open and h.phone_mark = ${mark} and h.push_id in (select pi.push_id from push_invoice pi join push p on p.id = pi.push_id
      join payment y on y.id = p.payment_id where pi.open and pi.phone_mark = ${mark} and pi.invoice_id = any (${[...invoiceIds]}::bigint[])
      and y.status = 'unknown' and y.created_at <= ${staleFrom()})`.execute(db);
}
const staleFrom = (): Date => new Date(clock.ms() - stkPushRetryAfterSeconds * 1000);
export const isStaleStkPush = ({ status, created_at }: Pick<PaymentRow, 'status' | 'created_at'>): boolean =>
  status === 'unknown' && created_at <= staleFrom();

/** A payment ahead has no invoice whose lock would reject the second of two clicks, so prompts to one phone are serialized. */
async function hasAhead(db: Db, tenancyId: number, mark: Buffer): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ahead:${tenancyId}:${mark.toString('hex')}`}, 0))`.execute(db);
  const found = await unscopedTable(db, 'push', why)
    .select()
    .innerJoin('payment', 'payment.id', 'push.payment_id')
    .select('push.id')
    .where('push.open', '=', true)
    .where('push.phone_mark', '=', mark)
    .where('payment.tenancy_id', '=', tenancyId)
    .where((eb) => eb.not(eb.and([eb('payment.status', '=', 'unknown'), eb('payment.created_at', '<=', staleFrom())])))
    .where(sql<boolean>`not exists (select 1 from push_invoice pi where pi.push_id = push.id)`)
    .executeTakeFirst();
  return found !== undefined;
}
type ForWhat = NonNullable<StkPushRequest['forWhat']>;
const openFor = (db: Db, { table, id }: ForWhat) =>
  unscopedTable(db, 'push', why)
    .select()
    .select('push.id')
    .where('push.open', '=', true)
    .where('push.for_table', '=', table)
    .where('push.for_id', '=', id);
/** Whether a prompt for this sale is pending on any phone. */
export const hasPendingSaleStkPush = async (db: Db, what: ForWhat): Promise<boolean> =>
  (await openFor(db, what)
    .innerJoin('payment', 'payment.id', 'push.payment_id')
    .where((eb) => eb.not(eb.and([eb('payment.status', '=', 'unknown'), eb('payment.created_at', '<=', staleFrom())])))
    .executeTakeFirst()) !== undefined;
export async function hasOpenStkPush(db: Db, { invoiceIds, forWhat, about }: StkPushRequest, mark: Buffer): Promise<boolean> {
  if (!forWhat && invoiceIds.length === 0 && about.tenancy_id) return hasAhead(db, about.tenancy_id, mark);
  const same = forWhat
    ? openFor(db, forWhat).where('push.phone_mark', '=', mark)
    : unscopedTable(db, 'push_invoice', why)
        .select()
        .select('push_id as id')
        .where('open', '=', true)
        .where('phone_mark', '=', mark)
        .where('invoice_id', 'in', invoiceIds.length > 0 ? [...invoiceIds] : [0]);
  return (await same.executeTakeFirst()) !== undefined;
}
