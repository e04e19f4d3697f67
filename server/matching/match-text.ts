import { sql } from 'kysely';
import { readNarration } from '#contract/matching/evidence.ts';
import type { PaymentMatchingFacts } from '#contract/matching/match.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { type HomeReference, type HomeRow, openInvoiceStates, served, toHome, type Where } from './home-scope.ts';

const most = 100;

/**
 * Candidates by the full text of a payment: a tenant's phone number or name, the names of a property and its unit, and open invoices of exactly this
 * amount whose unit is named. Those with more facts come first, so that a rival of the right one is not cut off.
 */
export async function findHomesByNarration(db: Db, where: Where, paid: PaymentMatchingFacts): Promise<HomeReference[]> {
  const { words, parts, phones } = readNarration(paid);
  if (parts.size === 0) return [];
  const allParts = [...parts];
  const { rows } = await sql<HomeRow>`/* unscoped: candidates by the text of the payment, limited to the units of its account */
    select t.id as tenancy_id, t.booking_id from tenant n join tenancy_person tp on tp.tenant_id = n.id and tp.until is null and tp.role in ('lead', 'co_tenant')
      join tenancy t on t.id = tp.tenancy_id
      where n.phone = any (${phones}::text[]) and t.status in ('active', 'expired') and ${served(where, sql`t.company_id`)}
    union select t.id, t.booking_id from property p join unit u on u.property_id = p.id join tenancy t on t.unit_id = u.id
      where app.bare(p.name) = any (${allParts}::text[]) and app.bare(u.name) = any (${allParts}::text[]) and t.status in ('active', 'expired')
        and ${served(where, sql`t.company_id`)}
    limit ${most}`.execute(db);
  const { rows: billed } = await sql<HomeRow>`/* unscoped: finds invoices with exactly this amount */
    select i.tenancy_id, i.booking_id from invoice i join unit u on u.id = i.unit_id
    where i.status in ${openInvoiceStates} and i.open_cents = ${paid.cents} and i.fund = ${where.fund} and app.bare(u.name) = any (${allParts}::text[])
      and ${served(where, sql`i.company_id`)} order by i.id limit ${most}`.execute(db);
  const pairs = listPairs([...words].slice(0, mostNameWords));
  const { rows: named } = await sql<HomeRow>`/* unscoped: tenants that the text names by two words, limited to the units of its account */
    select t.id as tenancy_id, t.booking_id from (select distinct n.id from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) pair
        join tenant n on app.name_words(n.name) @> array[pair->>0, pair->>1]) n
      join tenancy_person tp on tp.tenant_id = n.id and tp.until is null and tp.role in ('lead', 'co_tenant')
      join tenancy t on t.id = tp.tenancy_id join unit u on u.id = t.unit_id
    where t.status in ('active', 'expired') and ${served(where, sql`t.company_id`)}
    order by (app.bare(u.name) = any (${allParts}::text[]))::int
      + exists (select 1 from invoice i where i.tenancy_id = t.id and i.status in ${openInvoiceStates} and i.open_cents = ${paid.cents})::int desc, t.id
    limit ${most}`.execute(db);
  return [...rows, ...billed, ...named].map(toHome);
}
/** Words of a narration in which a name is looked for. Banks write at most a few codes before it. */
const mostNameWords = 12;
const listPairs = (words: readonly string[]): [string, string][] =>
  words.flatMap((one, at) => words.slice(at + 1).map((other): [string, string] => [one, other]));

/** Matched payments of a payer before a tenancy counts as the one that this payer pays for. */
const minUsualPayments = 2;
/** A first name alone is shared by too many payers. */
const isFullName = (name: string): boolean => (name.toUpperCase().match(/[A-Z]{3,}/g) ?? []).length > 1;

/** The tenancy that all earlier payments of this payer were matched with, by phone number or, without one, by name. */
export async function findUsualHome(
  db: Db,
  where: Where,
  { marks = [], phoneMark, payer }: PaymentMatchingFacts,
): Promise<{ readonly tenancyId: number; readonly by: 'phone' | 'name' } | null> {
  const phones = [...marks, ...(phoneMark === null ? [] : [phoneMark])];
  const by = phones.length > 0 ? 'phone' : isFullName(payer) ? 'name' : null;
  if (by === null) return null;
  const isPayer =
    by === 'phone'
      ? sql<boolean>`p.phone_mark = any (${phones.map((mark) => Buffer.from(mark, 'hex'))}::bytea[])`
      : sql<boolean>`app.bare(p.payer) = app.bare(${payer})`;
  const { rows } = await sql<{ tenancy_id: number; payments: number; status: string }>`/* unscoped: the tenancy that this payer paid for before */
    select p.tenancy_id, count(*)::int as payments, min(t.status) as status from payment p join tenancy t on t.id = p.tenancy_id
    where ${isPayer} and p.match = 'matched' and p.status = 'completed' and ${served(where, sql`t.company_id`)}
    group by p.tenancy_id limit 2`.execute(db);
  const [one, other] = rows;
  if (!one || other || one.payments < minUsualPayments || one.status === 'terminate') return null;
  return { tenancyId: one.tenancy_id, by };
}
