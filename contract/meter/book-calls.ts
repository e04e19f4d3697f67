import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, filters, id, list, page, pageSize, sortBy } from '#contract/kernel/list.ts';
import { cents, most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { meterKinds, purchaseSources, taxCodes } from './kinds.ts';
import { Bands, ImportRow, LossMonth, milli, month, Purchase, Tariff } from './shapes.ts';

const base = '/api/v2/meter';
const kind = z.enum(meterKinds);
const document = 'property_utilities' as const;
const byId = z.object({ id });
const note = z.string().trim().max(200).default('');
const sheet = z.strictObject({ property_id: id, kind, month, csv: z.string().min(1).max(500_000) });

/** What it costs, what was bought, what is lost, and readings from a file. */
export const meterBookCalls = {
  tariffs: call({
    method: 'GET',
    path: `${base}/tariffs/`,
    summary: 'What a unit costs in a property, from which day on; the latest first',
    needs: ['property_utilities', 'read'],
    query: z.object({ property_id: id, kind: kind.optional() }),
    result: z.object({ results: z.array(Tariff), may: z.object({ create: z.boolean(), delete: z.boolean() }) }),
    fails: ['notFound'],
  }),
  addTariff: call({
    method: 'POST',
    path: `${base}/add_tariff/`,
    summary: 'A price from a day on that no locked month has passed; on the same day it takes the place of the one before',
    needs: ['property_utilities', 'create'],
    body: z.strictObject({
      property_id: id,
      kind,
      valid_from: day,
      bands: Bands,
      fixed_cents: amount(most.rent).default(cents(0)),
      minimum_cents: amount(most.rent).default(cents(0)),
      tax_code: z.enum(taxCodes).default('A'),
      note,
    }),
    result: Tariff,
    fails: ['notFound', 'conflict'],
    document,
  }),
  removeTariff: call({
    method: 'DELETE',
    path: `${base}/remove_tariff/`,
    summary: 'Take a price away that no locked month was billed by',
    needs: ['property_utilities', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict'],
    document,
  }),
  purchases: call({
    method: 'GET',
    path: `${base}/purchases/`,
    summary: 'What came into a property, from where and for how much',
    needs: ['property_utilities', 'read'],
    query: z.object({
      property_id: id,
      page,
      page_size: pageSize,
      sort: sortBy(['on_day', 'quantity', 'cents'], '-on_day'),
      z_filter: filters({ kind, source: z.enum(purchaseSources), day_from: day, day_to: day }),
    }),
    result: list(Purchase).extend({ may: z.object({ create: z.boolean(), delete: z.boolean() }) }),
    fails: ['notFound'],
  }),
  addPurchase: call({
    method: 'POST',
    path: `${base}/add_purchase/`,
    summary: 'A tanker, a bill of the county, what the borehole gave',
    needs: ['property_utilities', 'create'],
    body: z.strictObject({
      property_id: id,
      kind,
      source: z.enum(purchaseSources),
      on_day: day,
      quantity: milli.min(1),
      cents: amount(most.charge),
      supplier: line.max(120).default(''),
      note,
    }),
    result: Purchase,
    fails: ['notFound'],
    document,
  }),
  removePurchase: call({
    method: 'DELETE',
    path: `${base}/remove_purchase/`,
    summary: 'Take back what was entered by mistake',
    needs: ['property_utilities', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document,
  }),
  loss: call({
    method: 'GET',
    path: `${base}/loss/`,
    summary: 'Twelve months of what came in, what was measured and what is missing between',
    needs: ['property_utilities', 'read'],
    query: z.object({ property_id: id, kind }),
    result: z.object({ results: z.array(LossMonth) }),
    fails: ['notFound'],
  }),
  importCheck: call({
    method: 'POST',
    path: `${base}/import_check/`,
    summary: 'What a file of readings would bring, row by row; nothing is kept',
    needs: ['property_utilities', 'edit'],
    body: sheet,
    result: z.object({ rows: z.array(ImportRow), good: z.number(), bad: z.number() }),
    fails: ['notFound', 'wrongState'],
    document,
  }),
  importReadings: call({
    method: 'POST',
    path: `${base}/import_readings/`,
    summary: 'Keep the good rows of a file of readings',
    needs: ['property_utilities', 'edit'],
    body: sheet,
    result: z.object({ rows: z.array(ImportRow), good: z.number(), bad: z.number() }),
    fails: ['notFound', 'wrongState'],
    document,
  }),
} as const;
