import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, filters, id, list, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema } from '#contract/kernel/machine-schemas.ts';
import { gridStates, meterKinds, meterLimits, meterStatuses } from './kinds.ts';
import { cycleMachine } from './machine.ts';
import { Cycle, GridRow, Meter, milli, month, Reading } from './shapes.ts';

const base = '/api/v2/meter';
const kind = z.enum(meterKinds);
const document = 'property_utilities' as const;
const byId = z.object({ id });
const traits = {
  number: line.min(1).max(40),
  place: line.max(120),
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
  initial: milli.default(0),
};

/** Meters and what they show, month by month. Who keeps them reads them; who may bill accepts what was read and locks the month. */
export const meterCalls = {
  all: call({
    method: 'GET',
    path: `${base}/meters/`,
    summary: 'The meters of a property',
    needs: ['property_utilities', 'read'],
    query: z.object({
      property_id: id,
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['number', 'unit', 'installed_on'], 'unit'),
      z_filter: filters({ kind, status: z.enum(meterStatuses), search: searchText, common: z.enum(['true', 'false']) }),
    }),
    result: list(Meter),
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_meter/`,
    summary: 'A new meter, of a unit or of what all have in common',
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
  /** The numbers units have had since they were made. */
  bring: call({
    method: 'POST',
    path: `${base}/bring_meters/`,
    summary: 'Meters for the numbers the units of a property name and no meter has yet',
    needs: ['property_utilities', 'create'],
    body: z.strictObject({ property_id: id, kind, installed_on: day }),
    result: z.object({ made: z.number() }),
    fails: ['notFound'],
    document,
  }),
  update: call({
    method: 'PATCH',
    path: `${base}/update_meter/`,
    summary: 'Change what is known of a meter, or move it to another unit; what it showed stays',
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
    summary: 'Another meter takes its place from a day on, or it is hung in another unit; what it shows last is its final reading there',
    needs: ['property_utilities', 'edit'],
    query: byId,
    body: z.strictObject({
      on_day: day,
      final: milli,
      rolled: z.boolean().default(false),
      ...fresh,
      /** Another than it hung in: from that day on what goes through is that one's. */
      unit_id: traits.unit_id.optional(),
    }),
    result: Meter,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/move_meter/`,
    summary: 'Put a meter away, or bring it back',
    needs: ['property_utilities', 'delete'],
    query: byId,
    body: z.strictObject({ move: z.enum(['archive', 'restore']) }),
    result: Meter,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  grid: call({
    method: 'GET',
    path: `${base}/readings/`,
    summary: 'A month: every meter that is read in it, its last value, its reading and what is odd about it',
    needs: ['property_utilities', 'read'],
    query: z.object({
      property_id: id,
      kind,
      month,
      page,
      page_size: pageSize,
      tabs,
      z_filter: filters({ state: z.enum(gridStates), search: searchText }),
    }),
    result: list(GridRow).extend({ cycle: Cycle }),
    fails: ['notFound'],
  }),
  history: call({
    method: 'GET',
    path: `${base}/history/`,
    summary: 'Everything one meter has shown, newest first',
    needs: ['property_utilities', 'read'],
    query: z.object({ id, page, page_size: pageSize }),
    result: list(Reading.extend({ month })),
    fails: ['notFound'],
  }),
  read: call({
    method: 'POST',
    path: `${base}/add_reading/`,
    summary: 'What a meter shows on a day; sent again before the month is locked, it takes the place of what was sent before',
    needs: ['property_utilities', 'edit'],
    body: z.strictObject({
      meter_id: id,
      month,
      value: milli,
      on_day: day,
      handover: z.boolean().default(false),
      rolled: z.boolean().default(false),
      note: z.string().trim().max(300).default(''),
    }),
    result: Reading,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  photo: call({
    method: 'POST',
    path: `${base}/reading_photo/`,
    summary: 'The photo of a dial, beside its reading; another takes its place until the month is locked',
    needs: ['property_utilities', 'edit'],
    query: byId,
    upload: { field: 'photo', kinds: ['images'], most: meterLimits.photoBytes },
    result: Reading,
    fails: ['notFound', 'wrongState', 'tooLarge', 'unsupported'],
    document,
  }),
  judge: call({
    method: 'PATCH',
    path: `${base}/judge_readings/`,
    summary: 'Accept readings that were looked at, or refuse them so that they are read again',
    needs: ['invoices', 'create'],
    body: z.strictObject({
      ids: z.array(id).min(1).max(100),
      accept: z.boolean(),
      reason: z.string().trim().max(300).default(''),
    }),
    result: z.object({ results: z.array(Reading) }),
    fails: ['notFound', 'wrongState'],
    document,
  }),
  estimate: call({
    method: 'POST',
    path: `${base}/estimate_reading/`,
    summary: 'A value by what the meter showed before, where nobody can read it; the next reading corrects it',
    needs: ['invoices', 'create'],
    body: z.strictObject({ meter_id: id, month, note: z.string().trim().max(300).default('') }),
    result: Reading,
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
  turn: call({
    method: 'PATCH',
    path: `${base}/move_cycle/`,
    summary: 'Look a month through, open it again, or lock it: what is locked is billed. Meters without a reading are billed with their next',
    needs: ['invoices', 'create'],
    body: z.strictObject({ property_id: id, kind, month, move: moveSchema(cycleMachine), without: z.boolean().default(false) }),
    result: Cycle.extend({ lines: z.number(), cents: z.number() }),
    fails: ['notFound', 'conflict', 'wrongState'],
    document,
  }),
} as const;
