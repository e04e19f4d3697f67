import { findPhone, isBlank, readBalance, readMoney, readStartDay } from '#contract/importer/parsers.ts';
import { findClosestName } from '#contract/intake/closest-name.ts';
import { readTenantCell } from '#contract/intake/readers.ts';
import { type Cents, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { parseEmailCell, readLeaseEndDay } from '#contract/portfolio/cell-readers.ts';
import type { PortfolioField } from '#contract/portfolio/kinds.ts';
import { isImplausibleRent } from '#contract/portfolio/rent-plausibility.ts';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import { earliestTenancyDay } from '#contract/tenancy/earliest-day.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type CellProblem, makeRowReader, type RowReader } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { toE164 } from '#server/kernel/phone.ts';
import { resolveOwnerCompany } from '#server/property/service.ts';
import type { UnitRow } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { type ExistingOccupant, type ExistingRecords, lockExistingRecords } from './existing-records.ts';
import { formatPendingInterest } from './pending-interest.ts';
import { getPropertyNameOfRow, type PortfolioCheckInput, type PortfolioInputRow } from './row.ts';

type Reader = RowReader<PortfolioField>;
type Wrong = Reader['wrong'];
export type CheckedRow = {
  readonly row: PortfolioInputRow;
  readonly building: string;
  readonly unit: UnitRow | null;
  readonly tenant: string;
  /** The tenant that the company already has under this number. */
  readonly tenantId: number | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
  readonly rent_cents: Cents | null;
  readonly deposit_cents: Cents;
  readonly balance_cents: Cents;
  readonly as_of: string;
  readonly takes_up: boolean;
  readonly problems: CellProblem<PortfolioField>[];
};

/** Properties, units and people the rows are compared with, and the values carried down from earlier rows of the sheet. */
export type SharedCheckData = {
  readonly holder: { readonly id: number; readonly name: string };
  readonly ground: ExistingRecords;
  readonly seen: {
    readonly units: Map<number, number>;
    readonly phones: Map<string, { readonly name: string; readonly line: number }>;
    readonly names: Map<string, number>;
  };
  readonly today: string;
  /** The rows that the user confirmed. */
  readonly sure: ReadonlySet<PortfolioInputRow>;
};
type Seen = SharedCheckData['seen'];

export async function lockPortfolioCheckData(ctx: Ctx, given: PortfolioCheckInput): Promise<SharedCheckData> {
  const holder = await resolveOwnerCompany(ctx, given.company_id);
  if (!holder) throw invalidInputRefusal({ company_id: m.property_problem_company() });
  const today = clock.today();
  if ((given.as_of ?? '') > today) throw invalidInputRefusal({ as_of: m.intake_problem_as_of() });
  const ground = await lockExistingRecords(ctx, holder.id, given.rows);
  const sure = new Set((given.sure ?? []).flatMap((at) => given.rows[at] ?? []));
  return { holder, ground, seen: { units: new Map(), phones: new Map(), names: new Map() }, today, sure };
}

export function checkPortfolioRow(
  row: PortfolioInputRow,
  { ground, seen, today, sure }: SharedCheckData,
  { as_of: asOf = today }: PortfolioCheckInput,
): CheckedRow {
  const reader = makeRowReader<PortfolioField>((field) => row.cells[field] || (field === 'property' ? row.property : ''));
  const { text, problems, read, wrong } = reader;
  const building = getPropertyNameOfRow(row);
  const unit = unitOf(row, building, ground, seen, wrong);
  const lived = unit ? (ground.lived.get(unit.id) ?? null) : null;
  const who = whoIs(row.line, reader, lived, ground, seen);
  const { starts_on, ends_on } = when(reader, lived, today);
  const typed = read('rent', readMoney);
  if (typed !== null && unit && !sure.has(row) && isImplausibleRent(typed, unit.rent_cents))
    wrong('rent', oddRent(typed, unit.rent_cents), { look: true });
  const rent_cents = typed ?? lived?.rent_cents ?? unit?.rent_cents ?? null;
  if (rent_cents === null && isBlank(text('rent')) && unit) wrong('rent', m.unit_cell_missing());
  const balance = read('balance', readBalance);
  if (balance !== null && Math.abs(balance) > 10_000_000_000) wrong('balance', m.unit_cell_amount_large());
  const said = read('as_of', readStartDay);
  if (said !== null && said > today) wrong('as_of', m.portfolio_cell_future());
  const deposit = read('deposit', readMoney) ?? lived?.deposit_held_cents ?? 0;
  return {
    row,
    building,
    unit,
    ...who,
    starts_on,
    ends_on,
    rent_cents: rent_cents === null ? null : toCents(rent_cents),
    deposit_cents: toCents(deposit),
    balance_cents: toCents(balance ?? lived?.balance_cents ?? 0),
    as_of: said ?? (balance === null ? lived?.as_of : null) ?? asOf,
    takes_up: unit?.status === 'occupied' && unit.occupied_said,
    problems,
  };
}

const oddRent = (rent: number, asked: number | null): Sentence =>
  rent === 0 || asked === null ? m.portfolio_cell_rent_none() : m.portfolio_cell_rent_far({ asked: formatKesPlain(asked) });

function unitOf({ cells, line }: PortfolioInputRow, building: string, ground: ExistingRecords, seen: Seen, wrong: Wrong): UnitRow | null {
  const known = ground.properties.get(toUnitNameKey(building)) ?? [];
  const [property] = known;
  if (building.length < 2) return missing('property', m.unit_cell_missing(), wrong);
  if (!property) return missing('property', m.portfolio_cell_property(), wrong, findClosestName(building, ground.all));
  if (known.length > 1) return missing('property', m.intake_cell_two_properties(), wrong);
  const name = cells.name ?? '';
  if (name === '') return missing('name', m.unit_cell_missing(), wrong);
  const units = ground.units.get(property.id);
  const unit = units?.get(toUnitNameKey(name));
  if (!unit) {
    const meant = findClosestName(
      name,
      [...(units?.values() ?? [])].map((one) => one.name),
    );
    return missing('name', m.portfolio_cell_unit({ property: building }), wrong, meant);
  }
  const before = seen.units.get(unit.id);
  if (before !== undefined) wrong('name', m.portfolio_cell_unit_twice({ line: before }));
  else if (unit.status === 'occupied' && !unit.occupied_said) wrong('name', m.portfolio_cell_let());
  else if (unit.status === 'ordered') wrong('name', m.portfolio_cell_held());
  else if (unit.status !== 'vacant' && unit.status !== 'occupied') wrong('name', m.portfolio_cell_closed());
  // An import sends no notifications and can be undone, so open applications, bids and tours must be answered manually first.
  const waited = ground.waited.get(unit.id);
  if (waited && before === undefined) wrong('name', formatPendingInterest(waited));
  seen.units.set(unit.id, before ?? line);
  return unit;
}
const missing = (field: PortfolioField, problem: Sentence, wrong: Wrong, meant: string | null = null): null => {
  wrong(field, problem, meant ? { meant } : {});
  return null;
};

/** People are identified by number. One number under two names is an error, and so is one name twice without a number to distinguish them. */
function whoIs(line: number, { text, wrong }: Reader, lived: ExistingOccupant | null, ground: ExistingRecords, seen: Seen) {
  const read = readTenantCell(text('tenant'));
  if (read && 'vacant' in read) wrong('tenant', m.portfolio_cell_vacant());
  const tenant = read && 'name' in read ? read.name : read ? '' : (lived?.name ?? '');
  if (!read && tenant === '') wrong('tenant', m.unit_cell_missing());
  if (tenant.length > 120) wrong('tenant', m.unit_cell_long({ most: 120 }));
  const number = isBlank(text('phone')) ? '' : findPhone(text('phone'));
  const same = lived !== null && toUnitNameKey(lived.name) === toUnitNameKey(tenant);
  const phone = number === '' ? (same ? lived.phone : null) : toE164(number);
  if (number !== '' && phone === null) wrong('phone', m.intake_cell_phone());
  const mail = parseEmailCell(text('email'));
  if (!mail) wrong('email', m.portfolio_cell_email());
  const known = phone === null ? undefined : ground.tenants.get(phone);
  if (tenant !== '' && phone !== null) {
    const before = seen.phones.get(phone);
    if (before && toUnitNameKey(before.name) !== toUnitNameKey(tenant))
      wrong('phone', m.portfolio_cell_phone_twice({ line: before.line, name: before.name }));
    else if (known && toUnitNameKey(known.name) !== toUnitNameKey(tenant))
      wrong('phone', ground.names ? m.portfolio_cell_phone_known({ name: known.name }) : m.portfolio_cell_phone_other());
    if (!before) seen.phones.set(phone, { name: tenant, line });
  } else if (tenant !== '' && number === '') {
    const before = seen.names.get(toUnitNameKey(tenant));
    if (before !== undefined) wrong('tenant', m.portfolio_cell_tenant_twice({ line: before }));
    else seen.names.set(toUnitNameKey(tenant), line);
  }
  return { tenant, tenantId: known?.id ?? null, phone, email: mail?.value ?? null };
}

/** The start must not be in the future. A lease whose term has ended continues month to month, because the tenant still lives there. */
function when({ text, read, wrong }: Reader, lived: ExistingOccupant | null, today: string) {
  const said = read('since', readStartDay);
  const starts_on = said ?? lived?.since ?? null;
  if (starts_on === null && isBlank(text('since'))) wrong('since', m.unit_cell_missing());
  if (said !== null && said > today) wrong('since', m.portfolio_cell_not_begun());
  if (said !== null && said < earliestTenancyDay) wrong('since', m.portfolio_cell_long_ago());
  const until = read('until', readLeaseEndDay);
  if (until !== null && starts_on !== null && until <= starts_on) wrong('until', m.portfolio_cell_end_first());
  return { starts_on, ends_on: until !== null && until < today ? null : until };
}
