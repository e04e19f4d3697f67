import { sql } from 'kysely';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitPatternErrorTexts } from '#contract/property/labels.ts';
import type { PropertyDetails, PropertyStructureRow } from '#contract/property/shapes.ts';
import { expandUnitPatternRows } from '#contract/property/unit-pattern.ts';
import { addPropertyToMandate } from '#server/access/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { addUnitsOfNewProperty } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { assertVocabularyTerms, readCountyOfLocation } from './checks.ts';
import { resolveOwnerCompany } from './owner-companies.ts';
import { readPropertyDetails } from './property-detail.ts';

type Given = HandlerInput<(typeof propertyCalls)['create']>;

/** Creates property and units in one transaction. A form that is sent again after a lost response returns the property of its first request. */
export async function createProperty(ctx: Ctx, given: Given, blocks: readonly string[] = []): Promise<PropertyDetails> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`property:${ctx.me.userId}:${given.client_key}`}, 0))`.execute(ctx.db);
  const made = await unscopedTable(ctx.db, 'property', "the caller's own, by the key they gave it")
    .select()
    .select(['id', 'code'])
    .where('created_by', '=', ctx.me.userId)
    .where('client_key', '=', given.client_key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (made) {
    await audit(ctx.db, ctx, { kind: 'undefined', document: 'property', id: made.id, code: made.code, reason: 'sent again, made once' });
    return readPropertyDetails(ctx, { id: made.id });
  }
  const { company_id, structure, client_key, amenities, billing, utilities, ...plain } = given;
  const holder = await resolveOwnerCompany(ctx, company_id);
  if (!holder) throw invalidInputRefusal({ company_id: company_id === undefined ? sentence('requiredParameter') : m.property_problem_company() });
  const region = await readCountyOfLocation(ctx, given.location_id);
  const chosen = [...new Set(amenities)];
  const words = await assertVocabularyTerms(ctx, [
    { field: 'property_type_id', kind: 'property_type', ids: [given.property_type_id] },
    { field: 'category_id', kind: 'property_category', ids: [given.category_id] },
    { field: 'amenities', kind: 'amenity', ids: chosen },
    { field: 'structure', kind: 'unit_type', ids: structure.map((row) => row.unit_type_id) },
  ]);
  const units = unitsOf(structure);
  const row = await add(ctx, 'property')
    .values({
      ...plain,
      deposit_months: String(plain.deposit_months),
      amenities: chosen,
      billing: JSON.stringify(billing),
      utilities: JSON.stringify(utilities),
      slug: toSlug(given.name),
      company_id: holder.id,
      client_key,
      region,
      blocks: [...new Set([...blocks, ...units.map((u) => u.block).filter(Boolean)])],
      created_by: ctx.me.userId,
      updated_by: ctx.me.userId,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  if (!holder.own) await addPropertyToMandate(ctx, holder.id, row.id);
  await addUnitsOfNewProperty(
    ctx,
    row.id,
    units.map(({ block, floor, name, row: { unit_type_id, bedrooms, bathrooms, rent_cents, service_charge_cents, occupied } }) => ({
      ...{ block, floor, name, unit_type_id, bathrooms, rent_cents, service_charge_cents, occupied },
      bedrooms: bedrooms ?? words.get(unit_type_id)?.bedrooms ?? 0,
    })),
  );
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'property',
    id: row.id,
    code: row.code,
    after: { ...plain, holder: holder.name, billing, utilities, amenities: chosen, units: units.map((u) => u.name) },
  });
  return readPropertyDetails(ctx, { id: row.id });
}

type Bare = { name: string; location_id: number; property_type_id: number; category_id: number; company_id: number; blocks: readonly string[] };

/** Creates a property with only name, kind and place; other fields can follow. The caller adds its units. */
export async function createMinimalProperty(ctx: Ctx, { blocks, ...given }: Bare): Promise<{ id: number; code: string; company_id: number }> {
  const made = await createProperty(ctx, propertyCalls.create.body.parse({ client_key: crypto.randomUUID(), ...given }), blocks);
  return { id: made.id, code: made.code, company_id: given.company_id };
}

function unitsOf(structure: readonly PropertyStructureRow[]) {
  const { units, problem, at } = expandUnitPatternRows(structure);
  if (problem) throw invalidInputRefusal({ [`structure[${at}][pattern]`]: unitPatternErrorTexts[problem]() });
  return units;
}
