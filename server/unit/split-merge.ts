import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { unitCalls } from '#contract/unit/calls.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { change } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { pickUnitTraits, toUnitAuditValues, type UnitRow, type UnitTraits } from './rows.ts';
import { duplicateUnitNameRefusal, insertUnits, updateUnitTraits } from './save-unit.ts';
import { readUnitDetails } from './unit-detail.ts';
import { lockEditableProperty, lockEditableUnits, readTakenNames, readUnitType } from './unit-lookup.ts';

type Calls = typeof unitCalls;
const reshapable: readonly string[] = ['vacant', 'maintenance', 'onhold'];

/** A unit can be split or merged only while it is not occupied, reserved or listed. */
async function refuseInUse(ctx: Ctx, rows: readonly UnitRow[]): Promise<void> {
  const used = rows.filter((row) => !reshapable.includes(row.status));
  if (used.length > 0) throw new Refusal('conflict', m.unit_refusal_in_use({ names: used.map((row) => row.name).join(', ') }));
  const open = await getLookup('openOffersOf')(
    ctx,
    rows.map((row) => row.id),
  );
  if (open.length > 0) throw new Refusal('conflict', m.unit_refusal_close_first({ codes: open.join(', ') }));
}

async function current(ctx: Ctx, row: UnitRow, revision: number | undefined): Promise<void> {
  if (revision !== undefined && revision !== row.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await readUnitDetails(ctx, { id: row.id }) });
}

/** The first part keeps the unit's code, meters and history; the other parts are new units with its values. */
export async function splitUnit(ctx: Ctx, { id, revision, parts }: HandlerInput<Calls['split']>): Promise<HandlerResult<Calls['split']>> {
  const [before] = await lockEditableUnits(ctx, [id], 'units.create');
  if (!before) throw new Refusal('notFound', sentence('itemNotFound'));
  await lockEditableProperty(ctx, before.property_id, 'units.create');
  await current(ctx, before, revision);
  await refuseInUse(ctx, [before]);
  const taken = await readTakenNames(ctx, before.property_id, id);
  const all: UnitTraits[] = [];
  for (const [at, part] of parts.entries()) {
    if (taken.has(part.name)) throw duplicateUnitNameRefusal(`parts.${at}.name`, [part.name]);
    taken.add(part.name);
    const type = await readUnitType(ctx, part.unit_type_id);
    all.push({ ...pickUnitTraits(before), ...part, bedrooms: type.bedrooms ?? 0 });
  }
  const [first, ...others] = all;
  if (!first) throw invalidInputRefusal({ parts: m.unit_problem_parts() });
  const names = parts.map((part) => part.name).join(', ');
  await updateUnitTraits(ctx, before, first, `split into ${names}`);
  const made = await insertUnits(
    ctx,
    before.property_id,
    // Meters and keys belong to one unit; the deposit is set again.
    others.map((part) => ({ ...part, meters: [], keys_count: 0, deposit_cents: null, notes: '' })),
  );
  return { unit: await readUnitDetails(ctx, { id }), made };
}

/** One unit absorbs the others: it keeps its code and history and gets their area, meters and keys; they leave every list. */
export async function mergeUnits(
  ctx: Ctx,
  { id, revision, unit_ids, ...next }: HandlerInput<Calls['merge']>,
): Promise<HandlerResult<Calls['merge']>> {
  if (unit_ids.includes(id)) throw invalidInputRefusal({ unit_ids: m.unit_problem_holds_stayer() });
  const rows = await lockEditableUnits(ctx, [id, ...unit_ids], 'units.delete');
  const stays = rows.find((row) => row.id === id);
  const go = rows.filter((row) => row.id !== id);
  if (!stays) throw new Refusal('notFound', sentence('itemNotFound'));
  if (go.some((row) => row.property_id !== stays.property_id)) throw invalidInputRefusal({ unit_ids: m.unit_problem_one_property() });
  await lockEditableProperty(ctx, stays.property_id, 'units.delete');
  await current(ctx, stays, revision);
  await refuseInUse(ctx, rows);
  const type = await readUnitType(ctx, next.unit_type_id);
  const now = clock.now();
  const joined = `joined into ${stays.code}`;
  await change(ctx, 'unit')
    .set({ deleted_at: now, updated_by: ctx.me.userId, updated_at: now })
    .where(
      'id',
      'in',
      go.map((row) => row.id),
    )
    .execute();
  for (const row of go)
    await audit(ctx.db, ctx, { kind: 'delete', document: 'units', id: row.id, code: row.code, before: toUnitAuditValues(row), reason: joined });
  if ((await readTakenNames(ctx, stays.property_id, id)).has(next.name)) throw duplicateUnitNameRefusal('name', [next.name]);
  const areas = rows.map((row) => row.area_m2);
  await updateUnitTraits(
    ctx,
    stays,
    {
      ...pickUnitTraits(stays),
      ...next,
      bedrooms: type.bedrooms ?? rows.reduce((sum, row) => sum + row.bedrooms, 0),
      bathrooms: Math.min(
        20,
        rows.reduce((sum, row) => sum + row.bathrooms, 0),
      ),
      // The sum of a merged unit is unknown if one of its parts is unknown.
      area_m2: areas.reduce<number | null>((sum, area) => (sum === null || area === null ? null : sum + area), 0),
      amenities: [...new Set(rows.flatMap((row) => row.amenities))].sort((a, b) => a - b),
      meters: [stays, ...go].flatMap((row) => row.meters as unknown[]).slice(0, 10),
      keys_count: Math.min(
        100,
        rows.reduce((sum, row) => sum + row.keys_count, 0),
      ),
    },
    `joined with ${go.map((row) => row.code).join(', ')}`,
  );
  return { unit: await readUnitDetails(ctx, { id }), gone: go.map((row) => row.id) };
}
