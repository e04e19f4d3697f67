import { findPhone } from '#contract/importer/parsers.ts';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import { findExistingProperties, readIntakePropertyNames } from '#server/intake/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { toE164 } from '#server/kernel/phone.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { lockEditableProperty, readUnitsByName, type UnitRow } from '#server/unit/service.ts';
import { type PendingInterest, readPendingInterest } from './pending-interest.ts';
import { getPropertyNameOfRow, type PortfolioInputRow } from './row.ts';

/** The occupant of a unit recorded by an earlier sheet, and their arrears. */
export type ExistingOccupant = {
  readonly name: string;
  readonly phone: string | null;
  readonly since: string | null;
  readonly rent_cents: number | null;
  readonly deposit_held_cents: number | null;
  readonly balance_cents: number | null;
  readonly as_of: string | null;
};
/** Existing records that the rows of a sheet are compared with. */
export type ExistingRecords = {
  readonly properties: ReadonlyMap<string, readonly { readonly id: number }[]>;
  /** All property names of the owner, loaded when the sheet contains an unknown one. */
  readonly all: readonly string[];
  readonly units: ReadonlyMap<number, ReadonlyMap<string, UnitRow>>;
  readonly lived: ReadonlyMap<number, ExistingOccupant>;
  readonly tenants: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
  /** Units with open applications, bids or tours. */
  readonly waited: ReadonlyMap<number, PendingInterest>;
  /** Whether the caller may see the name that belongs to a number. */
  readonly names: boolean;
};

/** Properties are locked in id order before their units are read, so that no other transaction takes a unit before this one ends. */
export async function lockExistingRecords(ctx: Ctx, company: number, rows: readonly PortfolioInputRow[]): Promise<ExistingRecords> {
  const properties = await findExistingProperties(ctx, company, [...new Set(rows.map(getPropertyNameOfRow))], 'tenancies.create');
  const unknown = rows.some((row) => !properties.has(toUnitNameKey(getPropertyNameOfRow(row))));
  const all = unknown ? await readIntakePropertyNames(ctx, company, 'tenancies.create') : [];
  const ids = [...properties.values()].flatMap(([one]) => (one ? [one.id] : [])).sort((a, b) => a - b);
  const units = new Map<number, ReadonlyMap<string, UnitRow>>();
  for (const id of ids) {
    await lockEditableProperty(ctx, id, 'tenancies.create');
    units.set(id, await readUnitsByName(ctx, id));
  }
  // Names of occupants are shown only to users who may read tenants.
  const names = ctx.me.grants.has('tenants.read');
  const lived = ids.length === 0 || !names ? [] : await livedIn(ctx, ids);
  const said = rows.flatMap(({ cells }) => toE164(findPhone(cells.phone ?? '')) ?? []);
  const phones = [...new Set([...said, ...lived.flatMap(({ phone }) => phone ?? [])])];
  const tenants =
    phones.length === 0
      ? []
      : await unscopedTable(ctx.db, 'tenant', 'finds people whom the company already knows by a phone number it recorded')
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
    waited: await readPendingInterest(ctx, ids),
    names,
  };
}

const livedIn = (ctx: Ctx, properties: readonly number[]) =>
  unscopedTable(ctx.db, 'occupant', 'units of properties where the caller may create tenancies')
    .select()
    .leftJoin('opening_balance', (join) =>
      join.onRef('opening_balance.occupant_id', '=', 'occupant.id').on('opening_balance.taken_up_at', 'is', null),
    )
    .select(['occupant.unit_id', 'name', 'phone', 'since', 'rent_cents', 'deposit_held_cents', 'opening_balance.cents as balance_cents', 'as_of'])
    .where('occupant.property_id', 'in', [...properties])
    .where('ended_at', 'is', null)
    .execute();
