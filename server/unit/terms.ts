import { sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { type EffectiveTerms, type TermLevel, type TermName, type TermSources, termNames } from '#contract/catalogue/terms.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { type UnitMoneyTerm, type UnitTermsLevel, unitTermsCalls } from '#contract/unit/terms-calls.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { localizedNameSql } from '#server/kernel/localized-names.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { asUnproved } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import type { UnitRow } from './rows.ts';
import { lockEditableProperty, readUnitType, unitNotFound } from './unit-lookup.ts';

type Calls = typeof unitTermsCalls;
export const termColumns = {
  rent: 'rent_cents',
  deposit: 'deposit_cents',
  service_charge: 'service_charge_cents',
  water: 'water_source',
  power: 'power_type',
} as const satisfies Readonly<Record<TermName, keyof UnitRow>>;

type Above = EffectiveTerms & Readonly<Record<`${TermName}_from`, TermLevel | null>>;
/** The terms units of this type inherit, from the database (app.inherited_terms): the only place that resolves them. */
export async function readInheritedTerms(ctx: Pick<Ctx, 'db'>, propertyId: number, typeId: number | null): Promise<Above> {
  const { rows } =
    await sql<Above>`/* unscoped: data of a property that was loaded through the scope */ select * from app.inherited_terms(${propertyId}, ${typeId})`.execute(
      ctx.db,
    );
  if (!rows[0]) throw unitNotFound();
  return rows[0];
}

export const getTermSources = (row: Pick<UnitRow, 'inherits'>, above: Above): TermSources =>
  Object.fromEntries(termNames.map((name) => [name, row.inherits.includes(name) ? above[`${name}_from`] : 'unit'])) as TermSources;

/** The other units of its type in the same property. */
export const selectSimilarUnits = (ctx: Ctx, row: Pick<UnitRow, 'id' | 'property_id' | 'unit_type_id'>) =>
  from(ctx, 'unit')
    .select('id')
    .where('property_id', '=', row.property_id)
    .where('unit_type_id', '=', row.unit_type_id)
    .where('id', '<>', row.id)
    .execute();

const saidOf = (row: EffectiveTerms | undefined): UnitTermsLevel['said'] => ({
  rent_cents: row?.rent_cents ?? null,
  deposit_cents: row?.deposit_cents ?? null,
  service_charge_cents: row?.service_charge_cents ?? null,
  water_source: row?.water_source ? [...row.water_source] : null,
  power_type: row?.power_type ?? null,
});
const fromOf = (above: Above): UnitTermsLevel['from'] =>
  Object.fromEntries(termNames.map((name) => [name, above[`${name}_from`]])) as UnitTermsLevel['from'];
type Ranges = UnitTermsLevel['ranges'];
const sums = ['rent', 'deposit', 'service_charge'] as const satisfies readonly UnitMoneyTerm[];
const least = (name: UnitMoneyTerm) =>
  sql<number | null>`min(${sql.ref(`unit.${termColumns[name]}`)}) filter (where not (${name} = any (unit.inherits)))`.as(`${name}_from`);
const most = (name: UnitMoneyTerm) =>
  sql<number | null>`max(${sql.ref(`unit.${termColumns[name]}`)}) filter (where not (${name} = any (unit.inherits)))`.as(`${name}_to`);
type RangeRow = Readonly<Record<`${UnitMoneyTerm}_from` | `${UnitMoneyTerm}_to`, number | null>>;
/** The lowest and highest value of each term over all these units. */
const rangesOf = (rows: readonly RangeRow[]): Ranges =>
  Object.fromEntries(
    sums.map((name) => {
      const known = rows.flatMap((row) => [row[`${name}_from`], row[`${name}_to`]]).filter((one) => one !== null);
      return [name, known.length === 0 ? null : { from: Math.min(...known), to: Math.max(...known) }];
    }),
  ) as Ranges;
const nobody = (): UnitTermsLevel['from'] => Object.fromEntries(termNames.map((name) => [name, null])) as UnitTermsLevel['from'];

export async function readPropertyTerms(ctx: Ctx, { property_id }: HandlerInput<Calls['terms']>): Promise<HandlerResult<Calls['terms']>> {
  const property = await from(ctx, 'property:managed')
    .select(['id', 'deposit_months', 'archived_at', mayChange('property', ctx.me, 'units.edit').as('may')])
    .where('id', '=', property_id)
    .executeTakeFirst();
  if (!property) throw unitNotFound();
  const rows = await from(ctx, 'rent_terms').selectAll().where('property_id', '=', property_id).execute();
  const types = await from(ctx, 'unit')
    .$call(asUnproved)
    .innerJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .select(['taxon.id', localizedNameSql().as('name'), sql<number>`count(*)::int`.as('units')])
    .select(termNames.map((name) => sql<number>`(count(*) filter (where not (${name} = any (unit.inherits))))::int`.as(name)))
    .select(sums.flatMap((name) => [least(name), most(name)]))
    .where('unit.property_id', '=', property_id)
    .groupBy('taxon.id')
    .orderBy('taxon.sort')
    .orderBy('taxon.id')
    .execute();
  const whole = await readInheritedTerms(ctx, property_id, null);
  const own = (row: Readonly<Record<TermName, number>>) => Object.fromEntries(termNames.map((name) => [name, row[name]])) as UnitTermsLevel['own'];
  const sum = types.reduce<Record<TermName, number>>(
    (all, row) => Object.fromEntries(termNames.map((name) => [name, all[name] + row[name]])) as Record<TermName, number>,
    { rent: 0, deposit: 0, service_charge: 0, water: 0, power: 0 },
  );
  // Water source and electricity type of the whole property are changed in its utilities.
  const first = { ...saidOf(rows.find((row) => row.unit_type_id === null)), water_source: whole.water_source, power_type: whole.power_type };
  return {
    deposit_months: Number(property.deposit_months),
    may_edit: property.may && property.archived_at === null && isAllowed(unitTermsCalls.setTerms.needs, ctx.me),
    levels: [
      {
        unit_type: null,
        said: saidOf(first),
        above: saidOf(undefined),
        from: nobody(),
        units: types.reduce((all, row) => all + row.units, 0),
        own: own(sum),
        ranges: rangesOf(types),
      },
      ...types.map((row) => ({
        unit_type: { id: row.id, name: row.name },
        said: saidOf(rows.find((one) => one.unit_type_id === row.id)),
        above: saidOf(whole),
        from: fromOf(whole),
        units: row.units,
        own: own(row),
        ranges: rangesOf([row]),
      })),
    ],
  };
}

export type UnitTerms = Partial<Pick<UnitRow, (typeof termColumns)[TermName]>>;
/** The terms among the given fields: a field that is left out does not change, null inherits. */
export const pickUnitTerms = (given: Partial<Record<keyof UnitRow, unknown>>): UnitTerms =>
  Object.fromEntries(
    Object.values(termColumns).flatMap((column) => (column in given && given[column] !== undefined ? [[column, given[column]]] : [])),
  ) as UnitTerms;
const namesIn = (terms: UnitTerms) => termNames.filter((name) => termColumns[name] in terms);

/** Saves the terms of a property or type. The units below follow by a trigger (unit_inherits). The property is locked. */
async function keepLevel(ctx: Ctx, propertyId: number, typeId: number | null, terms: UnitTerms) {
  const before = await from(ctx, 'rent_terms')
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('unit_type_id', typeId === null ? 'is' : '=', typeId)
    .executeTakeFirst();
  const stamp = { updated_by: ctx.me.userId, updated_at: clock.now() };
  if (before)
    await change(ctx, 'rent_terms')
      .set({ ...terms, ...stamp })
      .where('id', '=', before.id)
      .$call(oneRow);
  else
    await add(ctx, 'rent_terms')
      .values({ property_id: propertyId, unit_type_id: typeId, ...terms, ...stamp })
      .execute();
  return before;
}

/** Units that set one of these terms themselves inherit it from now on. */
const letGo = (ctx: Ctx, propertyId: number, typeId: number | null, terms: UnitTerms) =>
  change(ctx, 'unit', 'units.edit')
    .set((eb) => ({
      ...Object.fromEntries(Object.keys(terms).map((column) => [column, null])),
      revision: eb('revision', '+', 1),
      updated_by: ctx.me.userId,
      updated_at: clock.now(),
    }))
    .where('property_id', '=', propertyId)
    .$if(typeId !== null, (q) => q.where('unit_type_id', '=', typeId))
    .execute();

/** Sets terms for all units of a type, including those that set their own. The caller has locked the property. */
export async function applyTermsToUnitType(ctx: Ctx, propertyId: number, typeId: number | null, terms: UnitTerms, code: string): Promise<number> {
  const before = await keepLevel(ctx, propertyId, typeId, terms);
  const done = await letGo(ctx, propertyId, typeId, terms);
  const changed = Number(done.reduce((sum, one) => sum + (one.numUpdatedRows ?? 0n), 0n));
  await auditLevel(ctx, code, before, terms, changed);
  return changed;
}

const auditLevel = (ctx: Ctx, code: string, before: EffectiveTerms | undefined, terms: UnitTerms, units: number) =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'units',
    id: null,
    code,
    before: Object.fromEntries(Object.keys(terms).map((column) => [column, before?.[column as keyof EffectiveTerms] ?? null])),
    after: terms,
    reason: `terms of ${units} units`,
  });

export async function setUnitTerms(ctx: Ctx, { property_id, unit_type_id, everybody, ...given }: HandlerInput<Calls['setTerms']>) {
  const property = await lockEditableProperty(ctx, property_id, 'units.edit');
  const asked = pickUnitTerms(given);
  if (Object.keys(asked).length === 0) throw invalidInputRefusal({ rent_cents: m.unit_problem_nothing_given() });
  if (unit_type_id === null && ('water_source' in asked || 'power_type' in asked))
    throw invalidInputRefusal({ water_source: m.unit_problem_utilities() });
  if (unit_type_id !== null) await readUnitType(ctx, unit_type_id);
  const following = await from(ctx, 'unit')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('property_id', '=', property_id)
    .$if(unit_type_id !== null, (q) => q.where('unit_type_id', '=', unit_type_id))
    .where(sql<boolean>`inherits && ${namesIn(asked)}::text[]`)
    .executeTakeFirstOrThrow();
  let changed = following.n;
  if (everybody) changed = await applyTermsToUnitType(ctx, property_id, unit_type_id, asked, property.code);
  else await auditLevel(ctx, property.code, await keepLevel(ctx, property_id, unit_type_id, asked), asked, changed);
  const also = everybody ? { also: { terms: namesIn(asked), unitTypeId: unit_type_id } } : {};
  await enqueueJob(ctx.db, 'property.terms', { propertyId: property_id, ...also });
  return { changed };
}
