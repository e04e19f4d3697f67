import { type Selectable, sql } from 'kysely';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { MeterReadingFlag } from '#contract/meter/kinds.ts';
import { meterMachine } from '#contract/meter/machine.ts';
import type { Meter, MeterReading } from '#contract/meter/shapes.ts';
import type { MeterReadingTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildSignedFilePath } from '#server/media/service.ts';
import type { MeterRow } from './meter-access.ts';

type Keeper = Pick<RunningServices, 'secret'>;
const openSeconds = 3600;
export const buildReadingPhotoPath = (services: Keeper, key: string | null): string | null =>
  key === null ? null : buildSignedFilePath(services.secret, key, openSeconds);

export type ReadingRow = Selectable<MeterReadingTable> & { by: string | null; key: string | null };
export const readingColumns = [
  sql<string | null>`(select v.key from media_variant v where v.file_id = meter_reading.file_id order by v.label = 'original' desc limit 1)`.as(
    'key',
  ),
  sql<string | null>`(select b.name from person b where b.id = meter_reading.by_id)`.as('by'),
] as const;

export const toMeterReading = (services: Keeper, r: ReadingRow): MeterReading => ({
  id: r.id,
  value: r.value,
  on_day: r.on_day,
  covers: r.covers,
  handover: r.handover,
  rolled: r.rolled,
  source: r.source,
  status: r.status,
  used: r.used,
  flags: r.flags as MeterReadingFlag[],
  note: r.note,
  photo: buildReadingPhotoPath(services, r.key),
  by: r.by,
  at: r.created_at.toISOString(),
});

export async function readMeterReading(services: Keeper, ctx: Ctx, id: number): Promise<MeterReading> {
  const row = await from(ctx, 'meter_reading')
    .selectAll('meter_reading')
    .select(readingColumns)
    .where('meter_reading.id', '=', id)
    .executeTakeFirstOrThrow();
  return toMeterReading(services, row);
}

type Named = { id: number; name: string };
type Other = { id: number; number: string };
type MeterJoined = MeterRow & {
  unit: Named | null;
  replaces: Other | null;
  replaced_by: Other | null;
  last: Meter['last'] | null;
  works: boolean;
};
/** A meter with its unit, the meters that it replaced or was replaced by, and its last reading. */
export const meterColumns = (ctx: Ctx) =>
  [
    sql<Named | null>`(select jsonb_build_object('id', u.id, 'name', u.name) from unit u where u.id = meter.unit_id)`.as('unit'),
    sql<Other | null>`(select jsonb_build_object('id', o.id, 'number', o.number) from meter o where o.id = meter.replaces_id)`.as('replaces'),
    sql<Other | null>`(select jsonb_build_object('id', o.id, 'number', o.number) from meter o where o.replaces_id = meter.id)`.as('replaced_by'),
    sql<
      Meter['last'] | null
    >`(select jsonb_build_object('value', r.value, 'covers', r.covers, 'estimated', r.status = 'estimated') from meter_reading r
        where r.meter_id = meter.id and r.status <> 'rejected' order by r.covers desc limit 1)`.as('last'),
    mayChange('meter', ctx.me, 'property_utilities.delete').as('works'),
  ] as const;
const meterRows = (ctx: Ctx) => from(ctx, 'meter').selectAll('meter').select(meterColumns(ctx));

export const toMeter = (ctx: Ctx, r: MeterJoined): Meter => ({
  id: r.id,
  code: r.code,
  property_id: r.property_id,
  unit: r.unit,
  kind: r.kind,
  number: r.number,
  place: r.place,
  multiplier: r.multiplier,
  digits: r.digits,
  initial: r.initial,
  installed_on: r.installed_on,
  sealed_on: r.sealed_on,
  prepaid: r.prepaid,
  status: r.status,
  replaces: r.replaces,
  replaced_by: r.replaced_by,
  last: r.last ?? { value: r.initial, covers: r.installed_on, estimated: false },
  revision: r.revision,
  moves: r.works ? listAllowedMoves(meterMachine, r.status, ctx.me.role) : [],
});
export const readMeter = async (ctx: Ctx, id: number): Promise<Meter> =>
  toMeter(ctx, await meterRows(ctx).where('meter.id', '=', id).executeTakeFirstOrThrow());
