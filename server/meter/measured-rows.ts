import { sql } from 'kysely';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { MeasuredCharge, MeterQuery } from '#contract/meter/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildReadingPhotoPath } from './rows.ts';

const keyOf = (reading: string) =>
  sql<
    string | null
  >`(select v.key from media_variant v where v.file_id = ${sql.ref(`${reading}.file_id`)} order by v.label = 'original' desc limit 1)`;

/** The measurements of a tenancy's meter, with the readings before and after. */
export const selectMeteredCharges = (ctx: Ctx, scope: 'meter_line' | 'meter_line:own') =>
  from(ctx, scope)
    .innerJoin('meter_cycle as c', 'c.id', 'meter_line.cycle_id')
    .innerJoin('meter as mt', 'mt.id', 'meter_line.meter_id')
    .innerJoin('meter_reading as closing', 'closing.id', 'meter_line.reading_id')
    .leftJoin('meter_reading as opening', 'opening.id', 'meter_line.opening_id')
    .innerJoin('property as p', 'p.id', 'meter_line.property_id')
    .leftJoin('unit as u', 'u.id', 'meter_line.unit_id')
    .where('meter_line.tenancy_id', 'is not', null);
export const meteredChargeColumns = [
  'meter_line.id',
  'meter_line.tenancy_id',
  'meter_line.from_day',
  'meter_line.last_day',
  'meter_line.used',
  'meter_line.cents',
  'meter_line.detail',
  'meter_line.corrects',
  'meter_line.invoice_line_id',
  'meter_line.ask_until',
  'c.kind',
  'mt.number',
  'mt.initial',
  'mt.installed_on',
  'closing.value as closing_value',
  'closing.on_day as closing_day',
  'closing.status as closing_status',
  'opening.value as opening_value',
  'opening.on_day as opening_day',
  'opening.status as opening_status',
] as const;
export const meteredChargeDetailColumns = [
  keyOf('closing').as('closing_key'),
  keyOf('opening').as('opening_key'),
  sql<string>`to_char(c.month, 'YYYY-MM')`.as('month'),
  sql<string>`p.name || coalesce(', ' || u.name, '')`.as('home'),
] as const;

type Row = {
  readonly id: number;
  readonly tenancy_id: number | null;
  readonly from_day: string;
  readonly last_day: string;
  readonly used: number;
  readonly cents: number;
  readonly detail: unknown;
  readonly corrects: boolean;
  readonly invoice_line_id: number | null;
  readonly ask_until: Date | null;
  readonly kind: MeasuredCharge['kind'];
  readonly number: string;
  readonly initial: number;
  readonly installed_on: string;
  readonly closing_value: number;
  readonly closing_day: string;
  readonly closing_status: string;
  readonly opening_value: number | null;
  readonly opening_day: string | null;
  readonly opening_status: string | null;
  readonly closing_key: string | null;
  readonly opening_key: string | null;
  readonly month: string;
  readonly home: string;
};

export const toMeteredCharge = (services: Pick<RunningServices, 'secret'>, r: Row, query: MeterQuery | null): MeasuredCharge => ({
  id: r.id,
  tenancy_id: requiredId(r.tenancy_id, 'the tenancy that is billed for a reading'),
  kind: r.kind,
  meter: r.number,
  home: r.home,
  month: r.month,
  from_day: r.from_day,
  last_day: r.last_day,
  opening: {
    value: r.opening_value ?? r.initial,
    on_day: r.opening_day ?? r.installed_on,
    estimated: r.opening_status === 'estimated',
    photo: buildReadingPhotoPath(services, r.opening_key),
  },
  closing: {
    value: r.closing_value,
    on_day: r.closing_day,
    estimated: r.closing_status === 'estimated',
    photo: buildReadingPhotoPath(services, r.closing_key),
  },
  used: r.used,
  cents: r.cents,
  parts: r.detail as MeasuredCharge['parts'],
  corrects: r.corrects,
  invoice_line_id: r.invoice_line_id,
  ask_until: r.ask_until && r.ask_until.getTime() > clock.ms() ? r.ask_until.toISOString() : null,
  query,
});
