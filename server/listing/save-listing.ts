import { sql } from 'kysely';
import { listingTypes, paymentFrequencies } from '#contract/catalogue/kinds.ts';
import { type TermName, termNames } from '#contract/catalogue/terms.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { hasOnlyExpiredCertificates } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import {
  inheritedTermColumns,
  listingTermColumns,
  readEffectiveListingTerms,
  readEffectiveUnitTerms,
  recordListingPrice,
  recordPriceChange,
  unitTermColumnNames,
} from './inherited-terms.ts';
import { findSimilarListings, listEligibleListingContacts, listingNotFound, readListingDetails, suggestedTitleSql } from './listing-reads.ts';
import { applyPlanLimit, lockCompanyPropertyAndListings } from './plan-limit.ts';
import { requestPublication } from './publish-when-ready.ts';
import { listMissingReadinessItems, readListingReadiness } from './readiness.ts';
import { type ListingRow, toListingAuditValues } from './rows.ts';
import { lockListingForChange, publishListing } from './status-changes.ts';

type Calls = typeof listingCalls;
type Terms = Partial<Omit<HandlerInput<Calls['update']>, 'id' | 'revision' | 'listing_type' | 'inherit' | 'others'>>;

const defined = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

/** Checks terms that depend on each other. */
async function check(ctx: Ctx, propertyId: number, type: number, given: Terms, before: ListingRow | null): Promise<void> {
  const period = given.price_period ?? before?.price_period;
  if (type !== listingTypes.buy && period === paymentFrequencies.once) throw invalidInputRefusal({ price_period: m.listing_problem_period() });
  const from = given.available_from;
  if (from && from !== before?.available_from && from < clock.today()) throw invalidInputRefusal({ available_from: m.listing_problem_available() });
  const { contact_id } = given;
  if (contact_id && contact_id !== before?.contact_id && !(await listEligibleListingContacts(ctx, propertyId)).some((p) => p.id === contact_id))
    throw invalidInputRefusal({ contact_id: m.listing_problem_contact() });
}

/** Terms as table columns; a sale is always paid once. */
const toColumns = (type: number, { other_charges, ...given }: Terms) => ({
  ...defined(given),
  ...(other_charges ? { other_charges: JSON.stringify(other_charges) } : {}),
  ...(type === listingTypes.buy ? { price_period: paymentFrequencies.once } : {}),
});

/** The property for a new listing: not found if out of scope, refused if the caller may not edit it. */
async function propertyFor(ctx: Ctx, id: number) {
  const row = await from(ctx, 'property')
    .select(['id', 'name', 'deposit_months', mayChange('property', ctx.me, 'units.edit').as('may_work')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw listingNotFound();
  if (!row.may_work) throw new Refusal('forbidden', m.listing_refusal_mandate_offer(), { missing: 'units.edit' });
  // Existing live listings stay, but an agent with an expired certificate cannot create new ones.
  if (ctx.me.layout === 'agent' && ctx.me.companyId !== null && (await hasOnlyExpiredCertificates(ctx.db, ctx.me.companyId)))
    throw new Refusal('conflict', m.listing_refusal_earb_lapsed());
  return row;
}

const unitsFor = (ctx: Ctx, propertyId: number, ids: readonly number[]) =>
  from(ctx, 'unit')
    .innerJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['unit.id', 'unit.name', 'unit.status', 'unit.let_from', 'unit.furnished', 'unit.available_from'])
    .select(unitTermColumnNames.map((column) => `unit.${column}` as const))
    .select(suggestedTitleSql.as('title'))
    .where('unit.id', 'in', [...ids])
    .where('unit.property_id', '=', propertyId)
    .orderBy('unit.id')
    .execute();
type Unit = Awaited<ReturnType<typeof unitsFor>>[number];

type New = { property: Awaited<ReturnType<typeof propertyFor>>; unit: Unit | null; type: number; given: Terms };

async function insert(ctx: Ctx, { property, unit, type, given }: New): Promise<ListingRow> {
  const names = termNames.filter((name) => given[listingTermColumns[name]] === undefined);
  const columns = toColumns(type, given);
  const period = columns.price_period ?? paymentFrequencies.month;
  const held = await readEffectiveUnitTerms(ctx, property.id, unit);
  const terms = inheritedTermColumns(names, held, Number(property.deposit_months), {
    listing_type: type as 0,
    price_period: period,
    price_cents: given.price_cents ?? toCents(0),
  });
  const price = given.price_cents ?? terms.price_cents;
  if (price === undefined)
    throw invalidInputRefusal({
      price_cents: unit && type !== listingTypes.buy ? m.listing_problem_no_rent({ unit: unit.name }) : m.listing_need_price(),
    });
  const row = await add(ctx, 'listing')
    .values({
      property_id: property.id,
      unit_id: unit?.id ?? null,
      listing_type: type as 0,
      title: unit?.title ?? property.name,
      furnished: unit?.furnished ?? 'unfurnished',
      contact_id: ctx.me.companyId === null ? null : ctx.me.userId,
      ...terms,
      ...columns,
      price_cents: price,
      inherits: names.filter((name) => name !== 'rent' || type !== listingTypes.buy),
      created_by: ctx.me.userId,
      updated_by: ctx.me.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordListingPrice(ctx, row);
  return row;
}

export async function createListing(
  ctx: Ctx,
  { property_id, unit_id, listing_type, ...given }: HandlerInput<Calls['create']>,
): Promise<HandlerResult<Calls['create']>> {
  const property = await propertyFor(ctx, property_id);
  const unit = unit_id === null ? null : ((await unitsFor(ctx, property_id, [unit_id]))[0] ?? null);
  if (unit_id !== null && !unit) throw listingNotFound();
  await check(ctx, property_id, listing_type, given, null);
  const row = await insert(ctx, { property, unit, type: listing_type, given });
  await audit(ctx.db, ctx, { kind: 'add', document: 'listing', id: row.id, code: row.code, after: toListingAuditValues(row) });
  return readListingDetails(ctx, { id: row.id });
}

/** Creates one listing for each unit, all or none. Complete listings go live; the others stay drafts with their missing items. */
export async function createListings(ctx: Ctx, input: HandlerInput<Calls['createMany']>): Promise<HandlerResult<Calls['createMany']>> {
  const { property_id, unit_ids, listing_type, publish, ...given } = input;
  const property = await propertyFor(ctx, property_id);
  const ids = [...new Set(unit_ids)];
  const units = await unitsFor(ctx, property_id, ids);
  if (units.length < ids.length) throw listingNotFound();
  const taken = units.filter((u) => u.status !== 'vacant' && u.let_from === null).map((u) => u.name);
  if (taken.length > 0) throw invalidInputRefusal({ unit_ids: m.listing_problem_not_vacant({ names: taken.slice(0, 5).join(', ') }) });
  await check(ctx, property_id, listing_type, given, null);
  await lockCompanyPropertyAndListings(ctx, sql`(${property_id}::bigint)`, []);
  const made: HandlerResult<Calls['createMany']>['made'] = [];
  for (const unit of units) {
    const draft = await insert(ctx, { property, unit, type: listing_type, given });
    const lacking = publish ? listMissingReadinessItems(await readListingReadiness(ctx.db, draft.id)) : [];
    const row = publish && lacking.length === 0 ? await publishListing(ctx, draft, 'publish', '', true) : draft;
    if (lacking.length > 0) await requestPublication(ctx, row.id);
    await audit(ctx.db, ctx, { kind: 'add', document: 'listing', id: row.id, code: row.code, after: toListingAuditValues(row) });
    made.push({ id: row.id, code: row.code, unit: unit.name, status: row.status, missing: lacking });
  }
  await applyPlanLimit(
    ctx,
    property_id,
    made.map((l) => l.id),
  );
  return { made };
}

/** Fields of a single unit, which a change for several listings leaves out. */
const ownWords = ['title', 'description', 'description_sw', 'available_from', 'contact_id'] as const;

export async function updateListing(
  ctx: Ctx,
  { id, revision, listing_type, inherit, others, ...given }: HandlerInput<Calls['update']>,
): Promise<HandlerResult<Calls['update']>> {
  const before = await lockListingForChange(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await readListingDetails(ctx, { id }) });
  await changeListingTerms(ctx, before, given, { listing_type, inherit });
  if (others) {
    const changed = Object.fromEntries(
      Object.entries(defined(given)).filter(
        ([name, value]) =>
          !(ownWords as readonly string[]).includes(name) && JSON.stringify(value) !== JSON.stringify(before[name as keyof ListingRow]),
      ),
    ) as Terms;
    for (const other of await findSimilarListings(ctx, before).selectAll('listing').orderBy('listing.id').forNoKeyUpdate('listing').execute())
      await changeListingTerms(ctx, other, changed, { inherit });
  }
  return readListingDetails(ctx, { id });
}

type More = { readonly listing_type?: number | undefined; readonly inherit?: readonly TermName[] | undefined };
/** Changes the terms of a locked listing. The given terms become its own values; those in `inherit` are inherited again. */
export async function changeListingTerms(ctx: Ctx, before: ListingRow, given: Terms, { listing_type, inherit = [] }: More = {}): Promise<ListingRow> {
  const { id } = before;
  if (before.status === 'closed' || before.status === 'archived')
    throw new Refusal('wrongState', m.listing_refusal_closed(), { from: before.status });
  const type = listing_type ?? before.listing_type;
  if (type !== before.listing_type && before.status !== 'draft') throw invalidInputRefusal({ listing_type: m.listing_problem_type_settled() });
  await check(ctx, before.property_id, type, given, before);
  const columns = toColumns(type, given);
  const said = (name: TermName) => {
    const now = columns[listingTermColumns[name]];
    return now !== undefined && JSON.stringify(now) !== JSON.stringify(before[listingTermColumns[name]]);
  };
  const inherits = termNames.filter(
    (name) => (inherit.includes(name) || (before.inherits.includes(name) && !said(name))) && !(name === 'rent' && type === listingTypes.buy),
  );
  const { held, deposit_months } = await readEffectiveListingTerms(ctx, before.property_id, before.unit_id);
  const stands = {
    listing_type: type as 0,
    price_period: columns.price_period ?? before.price_period,
    price_cents: columns.price_cents ?? before.price_cents,
  };
  const terms = inheritedTermColumns(inherits, held, deposit_months, stands);
  if (inherit.includes('rent') && terms.price_cents === undefined) throw invalidInputRefusal({ price_cents: m.listing_need_price() });
  const row = await change(ctx, 'listing')
    .set({
      ...columns,
      ...terms,
      inherits,
      listing_type: type as 0,
      revision: before.revision + 1,
      updated_by: ctx.me.userId,
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordPriceChange(ctx, before, row);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'listing',
    id,
    code: row.code,
    before: toListingAuditValues(before),
    after: toListingAuditValues(row),
  });
  return row;
}

export async function removeListing(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const before = await lockListingForChange(ctx, id);
  if (before.status === 'live' || before.paused_by === 'platform')
    throw new Refusal('wrongState', m.listing_refusal_delete_live(), { from: before.status });
  await change(ctx, 'listing').set({ deleted_at: clock.now(), updated_by: ctx.me.userId }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'listing', id, code: before.code, before: toListingAuditValues(before) });
  return { id };
}
