import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, buildSortSchema, day, id, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { amountLimits, toCents } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { meterKinds, meterTaxCodes, utilityPurchaseSources } from './kinds.ts';
import { MeterImportRow, MeterTariff, milliUnitsSchema, readingMonthSchema, TariffBandList, UtilityLossMonth, UtilityPurchase } from './shapes.ts';

const base = '/api/v2/meter';
const kind = z.enum(meterKinds);
const document = 'property_utilities' as const;
const byId = z.object({ id });
const note = z.string().trim().max(200).default('');
const sheet = z.strictObject({ property_id: id, kind, month: readingMonthSchema, csv: z.string().min(1).max(500_000) });

/** Tariffs, purchases, losses, and readings from a file. */
export const meterUtilityCalls = {
  listTariffs: call({
    method: 'GET',
    path: `${base}/tariffs/`,
    summary: 'List tariffs of a property with their start dates, latest first',
    needs: ['property_utilities', 'read'],
    query: z.object({ property_id: id, kind: kind.optional() }),
    result: z.object({ results: z.array(MeterTariff), may: z.object({ create: z.boolean(), delete: z.boolean() }) }),
    fails: ['notFound'],
  }),
  addTariff: call({
    method: 'POST',
    path: `${base}/add_tariff/`,
    summary: 'Set a tariff from a day after the last locked month; one with the same start date is replaced',
    needs: ['property_utilities', 'create'],
    body: z.strictObject({
      property_id: id,
      kind,
      valid_from: day,
      bands: TariffBandList,
      fixed_cents: amountSchema(amountLimits.rent).default(toCents(0)),
      minimum_cents: amountSchema(amountLimits.rent).default(toCents(0)),
      tax_code: z.enum(meterTaxCodes).default('A'),
      note,
    }),
    result: MeterTariff,
    fails: ['notFound', 'conflict'],
    document,
  }),
  removeTariff: call({
    method: 'DELETE',
    path: `${base}/remove_tariff/`,
    summary: 'Delete a tariff that no locked month was billed with',
    needs: ['property_utilities', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict'],
    document,
  }),
  listPurchases: call({
    method: 'GET',
    path: `${base}/purchases/`,
    summary: 'List the water and electricity supplied to a property, with source and cost',
    needs: ['property_utilities', 'read'],
    query: z.object({
      property_id: id,
      page: pageNumberSchema,
      page_size: pageSize,
      sort: buildSortSchema(['on_day', 'quantity', 'cents'], '-on_day'),
      z_filter: buildFilterSchema({ kind, source: z.enum(utilityPurchaseSources), day_from: day, day_to: day }),
    }),
    result: buildListSchema(UtilityPurchase).extend({ may: z.object({ create: z.boolean(), delete: z.boolean() }) }),
    fails: ['notFound'],
  }),
  addPurchase: call({
    method: 'POST',
    path: `${base}/add_purchase/`,
    summary: 'Record supply: a water tanker, a county bill or the output of a borehole',
    needs: ['property_utilities', 'create'],
    body: z.strictObject({
      property_id: id,
      kind,
      source: z.enum(utilityPurchaseSources),
      on_day: day,
      quantity: milliUnitsSchema.min(1),
      cents: amountSchema(amountLimits.charge),
      supplier: singleLine.max(120).default(''),
      note,
    }),
    result: UtilityPurchase,
    fails: ['notFound'],
    document,
  }),
  removePurchase: call({
    method: 'DELETE',
    path: `${base}/remove_purchase/`,
    summary: 'Delete a supply entry made by mistake',
    needs: ['property_utilities', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document,
  }),
  loss: call({
    method: 'GET',
    path: `${base}/loss/`,
    summary: 'Get twelve months of supply, measured use and losses',
    needs: ['property_utilities', 'read'],
    query: z.object({ property_id: id, kind }),
    result: z.object({ results: z.array(UtilityLossMonth) }),
    fails: ['notFound'],
  }),
  importCheck: call({
    method: 'POST',
    path: `${base}/import_check/`,
    summary: 'Preview an import of readings row by row; nothing is saved',
    needs: ['property_utilities', 'edit'],
    body: sheet,
    result: z.object({ rows: z.array(MeterImportRow), good: z.number(), bad: z.number() }),
    fails: ['notFound', 'wrongState'],
    document,
  }),
  importReadings: call({
    method: 'POST',
    path: `${base}/import_readings/`,
    summary: 'Import the valid rows of a file of readings',
    needs: ['property_utilities', 'edit'],
    body: sheet,
    result: z.object({ rows: z.array(MeterImportRow), good: z.number(), bad: z.number() }),
    fails: ['notFound', 'wrongState'],
    document,
  }),
} as const;
