import { phoneIn } from '#contract/importer/parsers.ts';
import { nameKey } from '#contract/property/pattern.ts';
import { knownOf, namesAt } from '#server/intake/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { toE164 } from '#server/kernel/phone.ts';
import { everything } from '#server/kernel/scoped.ts';
import { namedUnits, propertyForWork, type UnitRow } from '#server/unit/service.ts';
import { buildingOf, type Row } from './row.ts';
import { type Waited, waitedFor } from './waited.ts';

/** Who lives in a unit by an earlier sheet, and what they owed. */
export type Lived = {
  readonly name: string;
  readonly phone: string | null;
  readonly since: string | null;
  readonly rent_cents: number | null;
  readonly deposit_held_cents: number | null;
  readonly balance_cents: number | null;
  readonly as_of: string | null;
};
/** What is there already of what a sheet is about. */
export type Ground = {
  readonly properties: ReadonlyMap<string, readonly { readonly id: number }[]>;
  /** All names of the holder's properties, where the sheet has one that is none of them. */
  readonly all: readonly string[];
  readonly units: ReadonlyMap<number, ReadonlyMap<string, UnitRow>>;
  readonly lived: ReadonlyMap<number, Lived>;
  readonly tenants: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
  /** Units somebody waits for. */
  readonly waited: ReadonlyMap<number, Waited>;
  /** Whether the caller may be told whose number it is. */
  readonly names: boolean;
};

/** Properties are held by id before their units are looked at: until the end of the transaction nobody else takes one. */
export async function groundOf(ctx: Ctx, company: number, rows: readonly Row[]): Promise<Ground> {
  const properties = await knownOf(ctx, company, [...new Set(rows.map(buildingOf))], 'tenancies.create');
  const unknown = rows.some((row) => !properties.has(nameKey(buildingOf(row))));
  const all = unknown ? await namesAt(ctx, company, 'tenancies.create') : [];
  const ids = [...properties.values()].flatMap(([one]) => (one ? [one.id] : [])).sort((a, b) => a - b);
  const units = new Map<number, ReadonlyMap<string, UnitRow>>();
  for (const id of ids) {
    await propertyForWork(ctx, id, 'tenancies.create');
    units.set(id, await namedUnits(ctx, id));
  }
  // Who lives where is told only to who may know it.
  const names = ctx.me.grants.has('tenants.read');
  const lived = ids.length === 0 || !names ? [] : await livedIn(ctx, ids);
  const said = rows.flatMap(({ cells }) => toE164(phoneIn(cells.phone ?? '')) ?? []);
  const phones = [...new Set([...said, ...lived.flatMap(({ phone }) => phone ?? [])])];
  const tenants =
    phones.length === 0
      ? []
      : await everything(ctx.db, 'tenant', 'whom a company knows by a number it wrote down itself')
          .select()
          .select(['id', 'name', 'phone'])
          .where('company_id', '=', company)
          .where('merged_into', 'is', null)
          .where('phone', 'in', phones)
          .execute();
  return {
    properties,
    all,
    units,
    lived: new Map(lived.map((row) => [row.unit_id, row])),
    tenants: new Map(tenants.flatMap(({ phone, ...one }) => (phone === null ? [] : [[phone, one]]))),
    waited: await waitedFor(ctx, ids),
    names,
  };
}

const livedIn = (ctx: Ctx, properties: readonly number[]) =>
  everything(ctx.db, 'occupant', 'of properties the caller may make tenancies at')
    .select()
    .leftJoin('opening_balance', (join) =>
      join.onRef('opening_balance.occupant_id', '=', 'occupant.id').on('opening_balance.taken_up_at', 'is', null),
    )
    .select(['occupant.unit_id', 'name', 'phone', 'since', 'rent_cents', 'deposit_held_cents', 'opening_balance.cents as balance_cents', 'as_of'])
    .where('occupant.property_id', 'in', [...properties])
    .where('ended_at', 'is', null)
    .execute();
