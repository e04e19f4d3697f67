import { type RawBuilder, sql } from 'kysely';
import { bare, codesIn, matches, type Owing, type Paid, slipsOf, sureOf, verdict } from '#contract/matching/match.ts';
import { cents } from '#contract/money/cents.ts';
import { type PaymentRow, phoneMark, reveal } from '#server/collection/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { AccountRow } from '#server/treasury/service.ts';

/** A tenancy, or a booking that has none yet. */
export type Home = { readonly tenancyId: number | null; readonly bookingId: number | null };
/** `typed`: the code of an invoice of theirs it was found by, which may be paid by now. */
type Near = Home & { readonly typed?: string | null };
export type Found = Owing & Home & { readonly code: string; readonly name: string; readonly companyId: number };
const keyOf = ({ tenancyId, bookingId }: Home): string => (tenancyId !== null ? `t${tenancyId}` : `b${bookingId}`);

type Where = Pick<AccountRow, 'company_id' | 'fund'>;
/** Whose money may come to this account: a company's own tenants; to the platform's those of the companies it holds money for. */
const served = ({ company_id, fund }: Where, column: RawBuilder<unknown>) =>
  company_id !== null
    ? sql<boolean>`${column} = ${company_id}`
    : fund === 'C'
      ? sql<boolean>`exists (select 1 from ledger_book k where k.company_id = ${column} and k.mode = 'trust')`
      : sql<boolean>`true`;
/** What was typed, and what is one slip away from it. */
const nearTo = (typed: string): string[] => (typed.length >= 5 ? slipsOf(typed) : [typed]);
const open = sql`('unpaid', 'active')`;
const most = 100;
const nearDays = 10;

type HomeRow = { tenancy_id: number | null; booking_id: number | null; typed?: string | null };
const toHome = (row: HomeRow): Home => ({ tenancyId: row.tenancy_id, bookingId: row.tenancy_id === null ? row.booking_id : null });

/** By what was typed: codes of tenancies, bookings and invoices that are one of these texts. */
export async function byCode(db: Db, where: Where, texts: readonly string[]): Promise<Near[]> {
  const codes = codesIn(texts);
  if (codes.length === 0) return [];
  const { rows } = await sql<HomeRow>`/* all: whose account number was typed */
    select t.id as tenancy_id, t.booking_id, null as typed from tenancy t where t.code = any (${codes}::text[]) and ${served(where, sql`t.company_id`)} and t.status <> 'terminate'
    union select i.tenancy_id, i.booking_id, i.code from invoice i where i.code = any (${codes}::text[]) and ${served(where, sql`i.company_id`)}
    union select t.id, b.id, null from booking b left join tenancy t on t.booking_id = b.id where b.code = any (${codes}::text[]) and ${served(where, sql`b.company_id`)} and b.status in ('await_payment', 'confirmed')
    union select t.id, t.booking_id, null from tenancy t where t.code = any (${codes}::text[]) and t.status = 'terminate' and ${served(where, sql`t.company_id`)}
      and exists (select 1 from invoice i where i.tenancy_id = t.id and i.status in ${open})`.execute(db);
  return rows.map((row) => ({ ...toHome(row), typed: row.typed ?? null }));
}
/** By the name of a unit and its property, in either order: the property is the part of the text before or after the unit. */
async function byUnit(db: Db, where: Where, typed: string): Promise<Home[]> {
  if (typed.length < 3) return [];
  const parts = Array.from(typed, (_, at) => [typed.slice(0, at), typed.slice(at)]).flat();
  const { rows } = await sql<HomeRow>`/* all: whose home was typed */
    select t.id as tenancy_id, t.booking_id from property p join unit u on u.property_id = p.id join tenancy t on t.unit_id = u.id
    where app.bare(p.name) = any (${parts}::text[]) and t.status in ('active', 'expired') and ${served(where, sql`t.company_id`)}
      and ${typed} in (app.bare(u.name) || app.bare(p.name), app.bare(p.name) || app.bare(u.name)) limit ${most}`.execute(db);
  return rows.map(toHome);
}
/** By the sum: an open invoice over just this, those around their due day first. */
async function byAmount(db: Db, where: Where, paid: Pick<Paid, 'cents' | 'on' | 'tail'>): Promise<Home[]> {
  const { rows } = await sql<HomeRow>`/* all: who was asked for just this sum */
    select i.tenancy_id, i.booking_id from invoice i join tenant n on n.id = i.tenant_id
    where i.status in ${open} and i.fund = ${where.fund} and i.open_cents = ${paid.cents} and ${served(where, sql`i.company_id`)}
      and (abs(i.due_on - ${paid.on}::date) <= ${nearDays} or (${paid.tail} <> '' and right(n.phone, 3) = ${paid.tail}))
    order by abs(i.due_on - ${paid.on}::date), i.id limit ${most}`.execute(db);
  return rows.map(toHome);
}
/** By hand: a name, a unit, a code. */
export async function byWords(db: Db, where: Where, q: string): Promise<Home[]> {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<HomeRow>`/* all: within what this account is for, by who may match it */
    select t.id as tenancy_id, t.booking_id from tenancy t join unit u on u.id = t.unit_id join property p on p.id = u.property_id
    left join tenancy_person tp on tp.tenancy_id = t.id and tp.role = 'lead' and tp.until is null left join tenant n on n.id = tp.tenant_id
    where ${served(where, sql`t.company_id`)} and (t.code ilike ${like} or u.name ilike ${like} or p.name ilike ${like} or n.name ilike ${like}) order by t.id desc limit 20`.execute(
    db,
  );
  return rows.map(toHome);
}

/** Where this payment was put before, and what its payer rents besides: what a person knows of it who takes it back. */
export async function earlier(
  db: Db,
  where: Where,
  payment: Pick<PaymentRow, 'id' | 'person_id' | 'phone_sealed'>,
): Promise<{ put: Home[]; theirs: Home[] }> {
  const { rows: put } = await sql<HomeRow>`/* all: where a payment the caller manages stood */
    select distinct i.tenancy_id, i.booking_id from allocation a join invoice i on i.id = a.invoice_id where a.payment_id = ${payment.id}
    union select c.tenancy_id, c.booking_id from payment_credit c where c.payment_id = ${payment.id}`.execute(db);
  const phone = payment.phone_sealed ? `+${reveal(payment.phone_sealed)}` : null;
  const { rows: theirs } = await sql<HomeRow>`/* all: within what this account is for, by who may match it */
    select t.id as tenancy_id, t.booking_id from tenancy t join tenancy_person tp on tp.tenancy_id = t.id and tp.until is null join tenant n on n.id = tp.tenant_id
    where ${served(where, sql`t.company_id`)} and (n.person_id = ${payment.person_id}::bigint or n.phone = ${phone}::text) order by t.id desc limit ${most}`.execute(
    db,
  );
  return { put: put.map(toHome), theirs: theirs.map(toHome) };
}

type TenancyRow = HomeRow & { code: string; company_id: number; unit: string; property: string };
/** What is known of some homes: what their people type, who they are and what they owe, in either fund: whose money it is does not hang on where it came. */
export async function details(db: Db, homes: readonly Near[]): Promise<Found[]> {
  const tenancies = homes.flatMap(({ tenancyId }) => tenancyId ?? []);
  const bookings = homes.flatMap(({ tenancyId, bookingId }) => (tenancyId === null ? (bookingId ?? []) : []));
  if (tenancies.length + bookings.length === 0) return [];
  const { rows } = await sql<TenancyRow>`/* all: chosen by what came with the money */
    select t.id as tenancy_id, t.booking_id, t.code, t.company_id, u.name as unit, p.name as property from tenancy t join unit u on u.id = t.unit_id join property p on p.id = t.property_id
    where t.id = any (${tenancies}::bigint[])
    union all select null, b.id, b.code, b.company_id, u.name, p.name from booking b join unit u on u.id = b.unit_id join property p on p.id = b.property_id where b.id = any (${bookings}::bigint[])`.execute(
    db,
  );
  const { rows: people } = await sql<HomeRow & { name: string; phone: string | null }>`/* all: chosen by what came with the money */
    select tp.tenancy_id, null::bigint as booking_id, n.name, n.phone from tenancy_person tp join tenant n on n.id = tp.tenant_id
    where tp.tenancy_id = any (${tenancies}::bigint[]) and tp.role in ('lead', 'co_tenant') and tp.until is null
    union all select null, b.id, n.name, n.phone from booking b join tenant n on n.id = b.tenant_id where b.id = any (${bookings}::bigint[])`.execute(
    db,
  );
  const { rows: owes } = await sql<
    HomeRow & { code: string; open_cents: number; due_on: string; created_at: Date }
  >`/* all: chosen by what came with the money */
    select i.tenancy_id, i.booking_id, i.code, i.open_cents, i.due_on::text, i.created_at from invoice i where i.status in ${open}
      and (i.tenancy_id = any (${tenancies}::bigint[]) or (i.tenancy_id is null and i.booking_id = any (${bookings}::bigint[]))) order by i.due_on, i.id`.execute(
    db,
  );
  const of = (home: Home) => (row: HomeRow) => keyOf(toHome(row)) === keyOf(home);
  return rows.map((row) => {
    const home = toHome(row);
    const theirs = owes.filter(of(home));
    const who = people.filter(of(home));
    return {
      ...home,
      key: keyOf(home),
      code: row.code,
      companyId: row.company_id,
      name: who[0]?.name ?? '',
      accounts: [row.code, ...theirs.map(({ code }) => code), ...homes.flatMap((one) => (keyOf(one) === keyOf(home) ? (one.typed ?? []) : []))],
      unit: row.unit,
      property: row.property,
      people: who.map(({ name, phone }) => ({
        name,
        tail: phone?.slice(-3) ?? '',
        mark: phone === null ? null : (phoneMark(phone)?.toString('hex') ?? null),
      })),
      open: theirs.map((one) => ({ cents: cents(Number(one.open_cents)), due: one.due_on, asked: one.created_at })),
    };
  });
}

/** Everybody a payment could be from: by what was typed; only where nobody is sure by a slip, by home and by sum too, which is a search through many. */
export async function owingFor(db: Db, where: Where, paid: Paid): Promise<Found[]> {
  const typed = bare(paid.account);
  const exact = await details(db, await byCode(db, where, [typed]));
  if (sureOf(paid, exact)) return exact;
  const named = await byCode(db, where, nearTo(typed));
  const near = await details(db, named);
  if (verdict(matches(paid, near)) === 'matched') return near;
  const others = [...(await byUnit(db, where, typed)), ...(await byAmount(db, where, paid))];
  return details(db, [...named, ...others]);
}

/** The homes for which somebody pasted M-Pesa's message of it, of those this account is for; and whether they pay for that home. */
export async function pastedFor(db: Db, where: Where, external: string | null): Promise<Map<number, 'payer' | 'other'>> {
  if (external === null) return new Map();
  const { rows } = await sql<{
    id: number;
    pays: boolean;
  }>`/* all: whose message it is */ select t.id, bool_or(exists (select 1 from tenancy_person tp join tenant n on n.id = tp.tenant_id
      where tp.tenancy_id = t.id and n.person_id = q.asked_by and tp.role in ('lead', 'co_tenant') and tp.until is null)) as pays
    from status_query q join tenancy t on t.id = q.tenancy_id where q.external = ${external} and ${served(where, sql`t.company_id`)} group by t.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.pays ? 'payer' : 'other']));
}

/** Before money moves: somebody has this account number, or one a slip away, or such a home; or it is a prompt's own. */
export async function knowsAccount(db: Db, account: AccountRow, text: string): Promise<boolean> {
  const typed = bare(text);
  if (typed === '') return false;
  if ((await byCode(db, account, nearTo(typed))).length > 0 || (await byUnit(db, account, typed)).length > 0) return true;
  const { rows } =
    await sql`/* all: the reference of a prompt */ select 1 from push where reference = ${typed} and account_id = ${account.id}`.execute(db);
  return rows.length > 0;
}
