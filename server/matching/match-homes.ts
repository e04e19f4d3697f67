import { sql } from 'kysely';
import type { MatchTarget, PaymentMatchingFacts } from '#contract/matching/facts.ts';
import { decideMatchResult, findCertainMatch, findRecordCodes, listTypos, rankMatches } from '#contract/matching/match.ts';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import { toCents } from '#contract/money/cents.ts';
import { makePhoneBlindMark, type PaymentRow, unsealPhone } from '#server/collection/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { type HomeReference, type HomeRow, isServedByAccountSql, type MatchScope, openInvoiceStates, toHome } from './home-scope.ts';
import { findHomesByNarration } from './match-text.ts';

/** `typed` is the entered code of an invoice of the tenant, which may already be paid. */
type Near = HomeReference & { readonly typed?: string | null };
export type MatchHome = MatchTarget & HomeReference & { readonly code: string; readonly name: string; readonly companyId: number };
const keyOf = ({ tenancyId, bookingId }: HomeReference): string => (tenancyId !== null ? `t${tenancyId}` : `b${bookingId}`);

/** The entered text and every text that differs by one typing error. */
const nearTo = (typed: string): string[] => (typed.length >= 5 ? listTypos(typed) : [typed]);
const most = 100;

/** Candidates by entered text: tenancies, bookings and invoices with one of these codes. */
export async function findHomesByCode(db: Db, where: MatchScope, texts: readonly string[]): Promise<Near[]> {
  const codes = findRecordCodes(texts);
  if (codes.length === 0) return [];
  const { rows } = await sql<HomeRow>`/* unscoped: finds the tenancy by its typed account number */
    select t.id as tenancy_id, t.booking_id, null as typed from tenancy t where t.code = any (${codes}::text[]) and ${isServedByAccountSql(where, sql`t.company_id`)} and t.status <> 'terminate'
    union select i.tenancy_id, i.booking_id, i.code from invoice i where i.code = any (${codes}::text[]) and ${isServedByAccountSql(where, sql`i.company_id`)}
    union select t.id, b.id, null from booking b left join tenancy t on t.booking_id = b.id where b.code = any (${codes}::text[]) and ${isServedByAccountSql(where, sql`b.company_id`)} and b.status in ('await_payment', 'confirmed')
    union select t.id, t.booking_id, null from tenancy t where t.code = any (${codes}::text[]) and t.status = 'terminate' and ${isServedByAccountSql(where, sql`t.company_id`)}
      and exists (select 1 from invoice i where i.tenancy_id = t.id and i.status in ${openInvoiceStates})`.execute(db);
  return rows.map((row) => ({ ...toHome(row), typed: row.typed ?? null }));
}
/** Candidates by the names of unit and property in either order: the property is the text before or after the unit. */
async function byUnit(db: Db, where: MatchScope, typed: string): Promise<HomeReference[]> {
  if (typed.length < 3) return [];
  const parts = Array.from(typed, (_, at) => [typed.slice(0, at), typed.slice(at)]).flat();
  const { rows } = await sql<HomeRow>`/* unscoped: finds the unit by its typed name */
    select t.id as tenancy_id, t.booking_id from property p join unit u on u.property_id = p.id join tenancy t on t.unit_id = u.id
    where app.bare(p.name) = any (${parts}::text[]) and t.status in ('active', 'expired') and ${isServedByAccountSql(where, sql`t.company_id`)}
      and ${typed} in (app.bare(u.name) || app.bare(p.name), app.bare(p.name) || app.bare(u.name)) limit ${most}`.execute(db);
  return rows.map(toHome);
}
/** Candidates by the search text of a person: a name, a unit or a code. */
export async function findHomesByText(db: Db, where: MatchScope, q: string): Promise<HomeReference[]> {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<HomeRow>`/* unscoped: limited to the units of this account, for a person who may match it */
    select t.id as tenancy_id, t.booking_id from tenancy t join unit u on u.id = t.unit_id join property p on p.id = u.property_id
    left join tenancy_person tp on tp.tenancy_id = t.id and tp.role = 'lead' and tp.until is null left join tenant n on n.id = tp.tenant_id
    where ${isServedByAccountSql(where, sql`t.company_id`)} and (t.code ilike ${like} or u.name ilike ${like} or p.name ilike ${like} or n.name ilike ${like}) order by t.id desc limit 20`.execute(
    db,
  );
  return rows.map(toHome);
}

/**
 * Candidates by history: where this payment was allocated before, and other units that its payer rents. Shown to staff after the payment was
 * unallocated.
 */
export async function findHomesByPaymentHistory(
  db: Db,
  where: MatchScope,
  payment: Pick<PaymentRow, 'id' | 'person_id' | 'phone_sealed'>,
): Promise<{ put: HomeReference[]; theirs: HomeReference[] }> {
  const { rows: put } = await sql<HomeRow>`/* unscoped: the earlier allocations of a payment that the caller manages */
    select distinct i.tenancy_id, i.booking_id from allocation a join invoice i on i.id = a.invoice_id where a.payment_id = ${payment.id}
    union select c.tenancy_id, c.booking_id from payment_credit c where c.payment_id = ${payment.id}`.execute(db);
  const phone = payment.phone_sealed ? `+${unsealPhone(payment.phone_sealed)}` : null;
  const { rows: theirs } = await sql<HomeRow>`/* unscoped: limited to the units of this account, for a person who may match it */
    select t.id as tenancy_id, t.booking_id from tenancy t join tenancy_person tp on tp.tenancy_id = t.id and tp.until is null join tenant n on n.id = tp.tenant_id
    where ${isServedByAccountSql(where, sql`t.company_id`)} and (n.person_id = ${payment.person_id}::bigint or n.phone = ${phone}::text) order by t.id desc limit ${most}`.execute(
    db,
  );
  return { put: put.map(toHome), theirs: theirs.map(toHome) };
}

type TenancyRow = HomeRow & { code: string; company_id: number; unit: string; property: string };
/**
 * The details of candidate tenancies: account numbers, people and open invoices in either fund. The tenant of a payment does not depend on the
 * receiving account.
 */
export async function readHomeDetails(db: Db, homes: readonly Near[]): Promise<MatchHome[]> {
  const tenancies = homes.flatMap(({ tenancyId }) => tenancyId ?? []);
  const bookings = homes.flatMap(({ tenancyId, bookingId }) => (tenancyId === null ? (bookingId ?? []) : []));
  if (tenancies.length + bookings.length === 0) return [];
  const { rows } = await sql<TenancyRow>`/* unscoped: candidates found by the reference of the payment */
    select t.id as tenancy_id, t.booking_id, t.code, t.company_id, u.name as unit, p.name as property from tenancy t join unit u on u.id = t.unit_id join property p on p.id = t.property_id
    where t.id = any (${tenancies}::bigint[])
    union all select null, b.id, b.code, b.company_id, u.name, p.name from booking b join unit u on u.id = b.unit_id join property p on p.id = b.property_id where b.id = any (${bookings}::bigint[])`.execute(
    db,
  );
  const { rows: people } = await sql<
    HomeRow & { name: string; phone: string | null }
  >`/* unscoped: candidates found by the reference of the payment */
    select tp.tenancy_id, null::bigint as booking_id, n.name, n.phone from tenancy_person tp join tenant n on n.id = tp.tenant_id
    where tp.tenancy_id = any (${tenancies}::bigint[]) and tp.role in ('lead', 'co_tenant') and tp.until is null
    union all select null, b.id, n.name, n.phone from booking b join tenant n on n.id = b.tenant_id where b.id = any (${bookings}::bigint[])`.execute(
    db,
  );
  const { rows: owes } = await sql<
    HomeRow & { code: string; open_cents: number; due_on: string; created_at: Date }
  >`/* unscoped: candidates found by the reference of the payment */
    select i.tenancy_id, i.booking_id, i.code, i.open_cents, i.due_on::text, i.created_at from invoice i where i.status in ${openInvoiceStates}
      and (i.tenancy_id = any (${tenancies}::bigint[]) or (i.tenancy_id is null and i.booking_id = any (${bookings}::bigint[]))) order by i.due_on, i.id`.execute(
    db,
  );
  const of = (home: HomeReference) => (row: HomeRow) => keyOf(toHome(row)) === keyOf(home);
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
        mark: phone === null ? null : (makePhoneBlindMark(phone)?.toString('hex') ?? null),
      })),
      open: theirs.map((one) => ({ cents: toCents(Number(one.open_cents)), due: one.due_on, asked: one.created_at })),
    };
  });
}

/** All candidates: by entered text and, if none is certain, also by typing errors, unit and amount, which is an expensive search. */
export async function findCandidateHomes(db: Db, where: MatchScope, paid: PaymentMatchingFacts): Promise<MatchHome[]> {
  const typed = normaliseAccountNumber(paid.account);
  const exact = await readHomeDetails(db, await findHomesByCode(db, where, [typed]));
  if (findCertainMatch(paid, exact)) return exact;
  const named = await findHomesByCode(db, where, nearTo(typed));
  const near = await readHomeDetails(db, named);
  if (decideMatchResult(rankMatches(paid, near)) === 'matched') return near;
  const { homes, usual } = await findHomesByNarration(db, where, paid);
  const all = await readHomeDetails(db, [...named, ...(await byUnit(db, where, typed)), ...homes]);
  return usual === null ? all : all.map((home) => (home.tenancyId === usual.tenancyId ? { ...home, usual: usual.by, usualDay: usual.day } : home));
}

/** The tenancies of this account for which a person pasted the M-Pesa message, and whether that person pays for the tenancy. */
export async function findHomesOfPastedMessage(db: Db, where: MatchScope, external: string | null): Promise<Map<number, 'payer' | 'other'>> {
  if (external === null) return new Map();
  const { rows } = await sql<{
    id: number;
    pays: boolean;
  }>`/* unscoped: finds the sender of a payment message */ select t.id, bool_or(exists (select 1 from tenancy_person tp join tenant n on n.id = tp.tenant_id
      where tp.tenancy_id = t.id and n.person_id = q.asked_by and tp.role in ('lead', 'co_tenant') and tp.until is null)) as pays
    from status_query q join tenancy t on t.id = q.tenancy_id where q.external = ${external} and ${isServedByAccountSql(where, sql`t.company_id`)} group by t.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.pays ? 'payer' : 'other']));
}

/**
 * For the M-Pesa validation callback, before money moves: whether a tenancy has this account number, or one a typing error away, or this unit, or
 * whether the number belongs to an STK push.
 */
export async function isKnownPaybillAccount(db: Db, account: CollectionAccountRow, text: string): Promise<boolean> {
  const typed = normaliseAccountNumber(text);
  if (typed === '') return false;
  if ((await findHomesByCode(db, account, nearTo(typed))).length > 0 || (await byUnit(db, account, typed)).length > 0) return true;
  const { rows } =
    await sql`/* unscoped: finds the reference of a prompt */ select 1 from push where reference = ${typed} and account_id = ${account.id}`.execute(
      db,
    );
  return rows.length > 0;
}
