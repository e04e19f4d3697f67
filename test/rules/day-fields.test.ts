import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { listEscalationSteps, sampleAgreementFacts } from '#contract/agreement/fields.ts';
import { readDay, readStartDay } from '#contract/importer/parsers.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { buildFilterSchema, day as dayField, dayRange } from '#contract/kernel/list.ts';
import { readLeaseEndDay } from '#contract/portfolio/cell-readers.ts';
import { RentEscalationShape } from '#contract/tenancy/shapes.ts';
import { callTable } from '#server/modules.ts';

type Def = Readonly<Record<string, unknown>> & { readonly type: string };
type Leaf = { readonly at: string; readonly schema: z.ZodType; readonly format: 'date' | 'datetime' };
/** Every day or moment field of a call, at any depth. */
function leaves(schema: z.ZodType, at: string): Leaf[] {
  const def = schema._zod.def as unknown as Def;
  const { format } = def;
  if (def.type === 'string' && (format === 'date' || format === 'datetime')) return [{ at, schema, format }];
  if (def.type === 'object') return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, one]) => leaves(one, `${at}.${name}`));
  if (def.type === 'union') return (def.options as z.ZodType[]).flatMap((one) => leaves(one, at));
  const inner = (def.innerType ?? def.element ?? def.in ?? def.valueType) as z.ZodType | undefined;
  return inner?._zod ? leaves(inner, at) : [];
}
const all = Object.entries(callTable).flatMap(([module, calls]) =>
  Object.entries(calls as Record<string, CallShape>).flatMap(([name, call]) =>
    [call.query, call.body].flatMap((schema) => (schema ? leaves(schema as z.ZodType, `${module}.${name}`) : [])),
  ),
);

describe('implausible days', () => {
  test('the check covers more than 60 day fields', () => expect(all.length).toBeGreaterThan(60));
  test.each(all)('the day field $at rejects an implausible day', ({ schema, format }) => {
    const said = (day: string) => schema.safeParse(format === 'date' ? day : `${day}T09:00:00Z`).success;
    for (const day of ['9999-12-31', '0000-01-01', '0001-01-01', '2201-01-01']) expect(said(day)).toBe(false);
    expect(said('2027-02-28')).toBe(true);
  });
  test('the day cells of an imported sheet reject an implausible day', () => {
    for (const read of [readDay, readStartDay, readLeaseEndDay]) {
      expect(read('31/12/9999')).toHaveProperty('problem');
      expect(read('1/1/2027')).toHaveProperty('value', '2027-01-01');
    }
  });
  test('a date filter rejects a range that ends before it starts', () => {
    const span = buildFilterSchema({ ...dayRange, came_from: dayField, came_to: dayField });
    expect(span.safeParse({ day_from: '2026-12-31', day_to: '2026-01-01' }).error?.issues).toMatchObject([{ path: ['day_to'] }]);
    expect(span.safeParse({ came_from: '2026-12-31', came_to: '2026-01-01' }).success).toBe(false);
    expect(span.safeParse({ day_from: '2026-01-01', day_to: '2026-01-01' }).success).toBe(true);
  });
});

test('rent increase: the field rejects an increase over the limit, and larger increases agreed earlier remain readable', () => {
  const up = { kind: 'percent', every_months: 1, next_on: '2027-01-01' } as const;
  expect(RentEscalationShape.safeParse({ ...up, value: 100_000 }).error?.issues).toMatchObject([{ path: ['value'] }]);
  expect(RentEscalationShape.safeParse({ ...up, value: 5_000 }).success).toBe(true);
  expect(RentEscalationShape.safeParse({ kind: 'amount', every_months: 12, next_on: '2027-01-01', value: 5_000_000 }).success).toBe(true);
  const steps = listEscalationSteps({ ...sampleAgreementFacts, endsOn: null, escalation: { kind: 'percent', value: 100_000, every_months: 1 } });
  expect(steps.length).toBeGreaterThan(3);
});
