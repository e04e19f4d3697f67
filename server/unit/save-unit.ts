import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { clock } from '#contract/time/clock.ts';
import type { unitCalls } from '#contract/unit/calls.ts';
import { unitLimits } from '#contract/unit/kinds.ts';
import { expandUnitNames } from '#contract/unit/pattern.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { add, change, oneRow } from '#server/kernel/scoped.ts';
import { asAddedScopedRow } from '#server/kernel/scoped-row.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { m } from '#words/messages.js';
import { pickUnitTraits, toUnitAuditValues, type UnitRow, type UnitTraits } from './rows.ts';
import { applyTermsToUnitType, pickUnitTerms, termColumns } from './terms.ts';
import { readUnitDetails } from './unit-detail.ts';
import { assertUnitAmenities, lockEditableProperty, lockEditableUnit, readTakenNames, readUnitType } from './unit-lookup.ts';

type Calls = typeof unitCalls;
type Given = Omit<HandlerInput<Calls['create']>, 'property_id' | 'name'>;

/** Creates units of one property, each with its audit row. The caller has checked under the property's lock that the names are free. */
export async function insertUnits(ctx: Ctx, propertyId: number, units: readonly UnitTraits[], importBatchId: number | null = null) {
  const made: { id: number; name: string }[] = [];
  for (let at = 0; at < units.length; at += 200) {
    const rows = await add(ctx, 'unit')
      .values(
        units.slice(at, at + 200).map(({ meters, ...unit }) => ({
          ...unit,
          meters: JSON.stringify(meters),
          property_id: propertyId,
          slug: toSlug(`${unit.block} ${unit.name}`),
          import_batch_id: importBatchId,
          created_by: ctx.me.userId,
          updated_by: ctx.me.userId,
        })),
      )
      .returningAll()
      .execute();
    for (const row of rows) {
      await audit(ctx.db, ctx, {
        kind: 'add',
        document: 'units',
        id: row.id,
        code: row.code,
        after: toUnitAuditValues(asAddedScopedRow('unit', row)),
      });
      made.push({ id: row.id, name: row.name });
    }
  }
  return made;
}

async function checkedTraits(ctx: Ctx, given: Given): Promise<Omit<UnitTraits, 'name'>> {
  const type = await readUnitType(ctx, given.unit_type_id);
  return { ...given, bedrooms: given.bedrooms ?? type.bedrooms ?? 0, amenities: await assertUnitAmenities(ctx, 'amenities', given.amenities) };
}

/** Rejects a name in use with 409 at its field, because names are unique in a property. */
export const duplicateUnitNameRefusal = (field: string, names: readonly string[]) =>
  invalidInputRefusal(
    { [field]: names.length === 1 ? m.unit_problem_name_taken({ name: names[0] ?? '' }) : m.unit_problem_names_taken({ names: names.join(', ') }) },
    'conflict',
  );

export async function createUnit(ctx: Ctx, { property_id, name, ...given }: HandlerInput<Calls['create']>): Promise<HandlerResult<Calls['create']>> {
  await lockEditableProperty(ctx, property_id, 'units.create');
  const traits = await checkedTraits(ctx, given);
  if ((await readTakenNames(ctx, property_id)).has(name)) throw duplicateUnitNameRefusal('name', [name]);
  const [made] = await insertUnits(ctx, property_id, [{ ...traits, name }]);
  return readUnitDetails(ctx, { id: requiredId(made?.id, 'the unit that was just made') });
}

export async function createUnits(
  ctx: Ctx,
  { property_id, pattern, ...given }: HandlerInput<Calls['createMany']>,
): Promise<HandlerResult<Calls['createMany']>> {
  await lockEditableProperty(ctx, property_id, 'units.create');
  const names = expandUnitNames(pattern, unitLimits.pattern);
  if (!names || names.some((name) => name.length > 60)) throw invalidInputRefusal({ pattern: m.unit_problem_pattern({ most: unitLimits.pattern }) });
  const traits = await checkedTraits(ctx, given);
  const taken = await readTakenNames(ctx, property_id);
  const clashes = names.filter((name) => {
    const clash = taken.has(name);
    taken.add(name);
    return clash;
  });
  if (clashes.length > 0) throw duplicateUnitNameRefusal('pattern', clashes.slice(0, 10));
  await insertUnits(
    ctx,
    property_id,
    names.map((name) => ({ ...traits, name })),
  );
  return { made: names.length, names };
}

const given = <T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

export async function updateUnit(
  ctx: Ctx,
  { id, revision, others, ...changes }: HandlerInput<Calls['update']>,
): Promise<HandlerResult<Calls['update']>> {
  const before = await lockEditableUnit(ctx, id, 'units.edit');
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await readUnitDetails(ctx, { id }) });
  const { bedrooms, ...rest } = given(changes);
  const type = rest.unit_type_id === undefined ? null : await readUnitType(ctx, rest.unit_type_id);
  if (rest.amenities) rest.amenities = await assertUnitAmenities(ctx, 'amenities', rest.amenities);
  // Cleared bedrooms are inherited from the type again.
  const rooms = bedrooms === undefined ? {} : { bedrooms: bedrooms ?? (type ?? (await readUnitType(ctx, before.unit_type_id))).bedrooms ?? 0 };
  const next = { ...pickUnitTraits(before), ...rest, ...rooms };
  if (next.name !== before.name && (await readTakenNames(ctx, before.property_id, id)).has(next.name))
    throw duplicateUnitNameRefusal('name', [next.name]);
  const terms = pickUnitTerms(
    Object.fromEntries(Object.entries(changes).filter(([name, to]) => to !== null && !same(to, before[name as keyof UnitRow]))),
  );
  await updateUnitTraits(ctx, before, next);
  if (others && Object.keys(terms).length > 0) await applyTermsToUnitType(ctx, before.property_id, next.unit_type_id, terms, before.code);
  return readUnitDetails(ctx, { id });
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Removes the unit from every list; its history stays. A unit that is let, reserved or listed cannot be deleted. */
export async function removeUnit(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const row = await lockEditableUnit(ctx, id, 'units.delete');
  if (row.status === 'occupied' || row.status === 'ordered') throw new Refusal('conflict', m.unit_refusal_lived_in());
  const open = await getLookup('openOfferWith')(ctx, row);
  if (open !== undefined) throw new Refusal('conflict', m.unit_refusal_close_listing({ code: open }));
  await change(ctx, 'unit').set({ deleted_at: clock.now(), updated_by: ctx.me.userId }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'units', id, code: row.code, before: toUnitAuditValues(row) });
  return { id };
}

/** Saves the new values of a unit; the caller has checked them. */
export async function updateUnitTraits(ctx: Ctx, before: UnitRow, next: UnitTraits, reason?: string): Promise<void> {
  const row = await change(ctx, 'unit')
    .set({
      ...next,
      meters: JSON.stringify(next.meters),
      slug: toSlug(`${next.block} ${next.name}`),
      revision: before.revision + 1,
      updated_by: ctx.me.userId,
      updated_at: clock.now(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'units',
    id: row.id,
    code: row.code,
    before: toUnitAuditValues(before),
    after: toUnitAuditValues(row),
    ...(reason ? { reason } : {}),
  });
  if (Object.values(termColumns).some((column) => !same(before[column], row[column])))
    await enqueueJob(ctx.db, 'property.terms', { propertyId: row.property_id });
}
