import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  day,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema } from '#contract/kernel/machine-schemas.ts';
import { meterKinds, meterLimits, meterStatuses, readingGridStates } from './kinds.ts';
import { meterCycleMachine } from './machine.ts';
import { Meter, MeterCycle, MeterReading, milliUnitsSchema, ReadingGridRow, readingMonthSchema } from './shapes.ts';

const base = '/api/v2/meter';
const kind = z.enum(meterKinds);
const document = 'property_utilities' as const;
const byId = z.object({ id });
const traits = {
  number: singleLine.min(1).max(40),
  place: singleLine.max(120),
  unit_id: id.nullable(),
  multiplier: z.number().int().min(1).max(10_000),
  digits: z.number().int().min(3).max(9),
  sealed_on: day.nullable(),
  prepaid: z.boolean(),
};
const fresh = {
  number: traits.number,
  place: traits.place.default(''),
  multiplier: traits.multiplier.default(1),
  digits: traits.digits.default(5),
  sealed_on: traits.sealed_on.default(null),
  initial: milliUnitsSchema.default(0),
};

/** Meters and their readings, month by month. Managers of the meters record readings; people who may bill accept them and lock the month. */
export const meterCalls = {
  list: call({
    method: 'GET',
    path: `${base}/meters/`,
    summary: 'List the meters of a property',
    needs: ['property_utilities', 'read'],
    query: z.object({
      property_id: id,
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['number', 'unit', 'installed_on'], 'unit'),
      z_filter: buildFilterSchema({ kind, status: z.enum(meterStatuses), search: searchText, common: z.enum(['true', 'false']) }),
    }),
    result: buildListSchema(Meter),
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_meter/`,
    summary: 'Add a meter of a unit or of the common areas',
    needs: ['property_utilities', 'create'],
    body: z.strictObject({
      property_id: id,
      kind,
      unit_id: traits.unit_id.default(null),
      installed_on: day,
      prepaid: traits.prepaid.default(false),
      ...fresh,
    }),
    result: Meter,
    fails: ['notFound', 'conflict'],
    document,
  }),
  /** Creates meters for the numbers that units have had since they were created. */
  createFromUnits: call({
    method: 'POST',
    path: `${base}/bring_meters/`,
    summary: 'Create meters for meter numbers that units name and no meter has',
    needs: ['property_utilities', 'create'],
    body: z.strictObject({ property_id: id, kind, installed_on: day }),
    result: z.object({ made: z.number() }),
    fails: ['notFound'],
    document,
  }),
  update: call({
    method: 'PATCH',
    path: `${base}/update_meter/`,
    summary: 'Update a meter, or move it to another unit; its readings are kept',
    needs: ['property_utilities', 'edit'],
    query: byId,
    body: z.strictObject({ ...traits, revision: z.number().int() }).partial(),
    result: Meter,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  replace: call({
    method: 'POST',
    path: `${base}/replace_meter/`,
    summary: 'Replace a meter from a day on, or move it to another unit; its last value is the final reading there',
    needs: ['property_utilities', 'edit'],
    query: byId,
    body: z.strictObject({
      on_day: day,
      final: milliUnitsSchema,
      rolled: z.boolean().default(false),
      ...fresh,
      /** The new unit of the meter: from that day on its usage belongs to that unit. */
      unit_id: traits.unit_id.optional(),
    }),
    result: Meter,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/move_meter/`,
    summary: 'Archive a meter, or restore it',
    needs: ['property_utilities', 'delete'],
    query: byId,
    body: z.strictObject({ move: z.enum(['archive', 'restore']) }),
    result: Meter,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  listMonth: call({
    method: 'GET',
    path: `${base}/readings/`,
    summary: 'List the meters of a month with last value, reading and anomalies',
    needs: ['property_utilities', 'read'],
    query: z.object({
      property_id: id,
      kind,
      month: readingMonthSchema,
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({ state: z.enum(readingGridStates), search: searchText }),
    }),
    result: buildListSchema(ReadingGridRow).extend({ cycle: MeterCycle }),
    fails: ['notFound'],
  }),
  history: call({
    method: 'GET',
    path: `${base}/history/`,
    summary: 'List the readings of a meter, newest first',
    needs: ['property_utilities', 'read'],
    query: z.object({ id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(MeterReading.extend({ month: readingMonthSchema })),
    fails: ['notFound'],
  }),
  addReading: call({
    method: 'POST',
    path: `${base}/add_reading/`,
    summary: 'Record a meter reading; until the month is locked, a new one for the same day replaces it',
    needs: ['property_utilities', 'edit'],
    body: z.strictObject({
      meter_id: id,
      month: readingMonthSchema,
      value: milliUnitsSchema,
      on_day: day,
      handover: z.boolean().default(false),
      rolled: z.boolean().default(false),
      note: z.string().trim().max(300).default(''),
    }),
    result: MeterReading,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  addReadingPhoto: call({
    method: 'POST',
    path: `${base}/reading_photo/`,
    summary: 'Upload the photo of a reading; it can be replaced until the month is locked',
    needs: ['property_utilities', 'edit'],
    query: byId,
    upload: { field: 'photo', kinds: ['images'], most: meterLimits.photoBytes },
    result: MeterReading,
    fails: ['notFound', 'wrongState', 'tooLarge', 'unsupported'],
    document,
  }),
  reviewReadings: call({
    method: 'PATCH',
    path: `${base}/judge_readings/`,
    summary: 'Accept reviewed readings, or reject them so that they are taken again',
    needs: ['invoices', 'create'],
    body: z.strictObject({
      ids: z.array(id).min(1).max(100),
      accept: z.boolean(),
      reason: z.string().trim().max(300).default(''),
    }),
    result: z.object({ results: z.array(MeterReading) }),
    fails: ['notFound', 'wrongState'],
    document,
  }),
  estimateReading: call({
    method: 'POST',
    path: `${base}/estimate_reading/`,
    summary: 'Estimate a reading from earlier use; the next reading corrects it',
    needs: ['invoices', 'create'],
    body: z.strictObject({ meter_id: id, month: readingMonthSchema, note: z.string().trim().max(300).default('') }),
    result: MeterReading,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  changeCycleStatus: call({
    method: 'PATCH',
    path: `${base}/move_cycle/`,
    summary: 'Review a month, reopen it, or lock it for billing. Meters without a reading are billed with their next',
    needs: ['invoices', 'create'],
    body: z.strictObject({
      property_id: id,
      kind,
      month: readingMonthSchema,
      move: moveSchema(meterCycleMachine),
      without: z.boolean().default(false),
    }),
    result: MeterCycle.extend({ lines: z.number(), cents: z.number() }),
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
} as const;
