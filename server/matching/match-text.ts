import { type RawBuilder, sql } from 'kysely';
import { readNarration } from '#contract/matching/evidence.ts';
import type { PaymentMatchingFacts } from '#contract/matching/facts.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { type HomeReference, type HomeRow, isServedByAccountSql, type MatchScope, openInvoiceStates, toHome } from './home-scope.ts';

const most = 100;
/** Days before and after a due date in which the amount alone is a hint. */
const nearDays = 10;

/** Matched payments of a payer before a tenancy counts as the one that this payer pays for. */
const minUsualPayments = 2;
/** Days since the first of them, on an account of several companies. */
const minUsualDays = 45;
/** A first name alone is shared by too many payers. */
const isFullName = (name: string): boolean => (name.toUpperCase().match(/[A-Z]{3,}/g) ?? []).length > 1;

type NarrationHomes = {
  readonly homes: readonly HomeReference[];
  /** The tenancy that all earlier payments of this payer were matched with, by phone number or, without one, by name, and their usual day. */
  readonly usual: { readonly tenancyId: number; readonly by: 'phone' | 'name'; readonly day: number } | null;
};
/**
 * Candidates by the amount and the full text of a payment: open invoices of exactly this amount near their due date, or whose unit is named; a
 * tenant's phone number, or two words of the name; the names of a property and its unit; the payer's earlier payments. Those with more facts come first, so that a rival of the
 * right one is not cut off.
 */
export async function findHomesByNarration(db: Db, where: MatchScope, paid: PaymentMatchingFacts): Promise<NarrationHomes> {
  const { words, parts, phones } = readNarration(paid);
  const names = [...parts.keys()];
  const pairs = listPairs([...words].slice(0, mostNameWords));
  const isPartSql = (name: RawBuilder<unknown>) => sql<boolean>`app.bare(${name}) = any (${names}::text[])`;
  const near = sql<boolean>`abs(i.due_on - ${paid.on}::date) <= ${nearDays} or (${paid.tail} <> '' and right(n.phone, 3) = ${paid.tail})`;
  const { rows } = await sql<HomeRow>`/* unscoped: candidates by the text of the payment, limited to the units of its account */
    (select i.tenancy_id, i.booking_id from invoice i join unit u on u.id = i.unit_id join tenant n on n.id = i.tenant_id
      where i.status in ${openInvoiceStates} and i.open_cents = ${paid.cents} and i.fund = ${where.fund} and ${isServedByAccountSql(where, sql`i.company_id`)}
        and (${isPartSql(sql`u.name`)} or ${near})
      order by ${isPartSql(sql`u.name`)} desc, abs(i.due_on - ${paid.on}::date), i.id limit ${most})
    union (select t.id, t.booking_id from property p join unit u on u.property_id = p.id join tenancy t on t.unit_id = u.id
      where ${isPartSql(sql`p.name`)} and ${isPartSql(sql`u.name`)} and t.status in ('active', 'expired') and ${isServedByAccountSql(where, sql`t.company_id`)}
      limit ${most})
    union (select t.id, t.booking_id from (select n.id from tenant n where n.phone = any (${phones}::text[])
          union select n.id from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) pair join tenant n on app.name_words(n.name) @> array[pair->>0, pair->>1]) n
        join tenancy_person tp on tp.tenant_id = n.id and tp.until is null and tp.role in ('lead', 'co_tenant')
        join tenancy t on t.id = tp.tenancy_id join unit u on u.id = t.unit_id
      where t.status in ('active', 'expired') and ${isServedByAccountSql(where, sql`t.company_id`)}
      order by (${isPartSql(sql`u.name`)})::int
        + exists (select 1 from invoice i where i.tenancy_id = t.id and i.status in ${openInvoiceStates} and i.open_cents = ${paid.cents})::int desc, t.id
      limit ${most})`.execute(db);
  const usual = await findUsualHome(db, where, paid);
  const homes = [...rows.map(toHome), ...(usual === null ? [] : [{ tenancyId: usual.tenancyId, bookingId: null }])];
  return { homes: [...new Map(homes.map((home) => [JSON.stringify(home), home])).values()], usual };
}

/**
 * The tenancy that this payer pays for, learned from the earlier payments that were matched. On an account of several companies a person could pay
 * small amounts under another payer's name first, so there the payments must go back for some time.
 */
async function findUsualHome(db: Db, where: MatchScope, paid: PaymentMatchingFacts): Promise<NarrationHomes['usual']> {
  const marks = [...(paid.marks ?? []), ...(paid.phoneMark === null ? [] : [paid.phoneMark])];
  const by = marks.length > 0 ? 'phone' : isFullName(paid.payer) ? 'name' : null;
  const isPayer =
    by === 'phone'
      ? sql<boolean>`p.phone_mark = any (${marks.map((mark) => Buffer.from(mark, 'hex'))}::bytea[])`
      : by === 'name'
        ? sql<boolean>`app.bare(p.payer) = app.bare(${paid.payer})`
        : sql<boolean>`false`;
  if (by === null) return null;
  const { rows } = await sql<{
    tenancy_id: number;
    times: number;
    days: number;
    usual_day: number;
  }>`/* unscoped: the payer's earlier payments, limited to the units of the account of this payment */
    select p.tenancy_id, count(*)::int as times, ${paid.on}::date - min(p.paid_on) as days,
      (percentile_disc(0.5) within group (order by extract(day from p.paid_on)))::int as usual_day
    from payment p join tenancy t on t.id = p.tenancy_id
    where ${isPayer} and p.match = 'matched' and p.status = 'completed' and t.status <> 'terminate' and ${isServedByAccountSql(where, sql`t.company_id`)}
    group by p.tenancy_id limit 2`.execute(db);
  const [one, ...others] = rows;
  if (!one || others.length > 0 || one.times < minUsualPayments || (paid.shared && one.days < minUsualDays)) return null;
  return { tenancyId: Number(one.tenancy_id), by, day: one.usual_day };
}

/** The names of properties in the text, so that a payment for one of them is not allocated to another. */
export async function findNamedProperties(db: Db, where: MatchScope, paid: PaymentMatchingFacts): Promise<string[]> {
  const names = [...readNarration(paid).parts.keys()];
  const { rows } = await sql<{ name: string }>`/* unscoped: names of properties on the account of the payment, to compare them with its text */
    select distinct p.name from property p where app.bare(p.name) = any (${names}::text[]) and ${isServedByAccountSql(where, sql`p.company_id`)} limit ${most}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
/** Words of a narration in which a name is looked for. Banks write at most a few codes before it. */
const mostNameWords = 12;
const listPairs = (words: readonly string[]): [string, string][] =>
  words.flatMap((one, at) => words.slice(at + 1).map((other): [string, string] => [one, other]));
