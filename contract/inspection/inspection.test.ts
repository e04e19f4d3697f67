import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requiredVerificationChecks, type VerificationCheck, verificationChecks } from '#contract/catalogue/verification.ts';
import { calculateDepreciatedCost, isConditionWorse } from './depreciation.ts';
import { itemConditions, listInspectionItems, type RepairChargeParty } from './kinds.ts';
import { listRepairShares, sumRepairShares } from './repair-shares.ts';
import { type InspectionAnswer, type InspectionDetails, inspectionAreasSchema } from './shapes.ts';
import { getInspectionTemplateKey, systemInspectionTemplates } from './templates.ts';
import { calculateDistanceMetres, checkInspectionLocation, decideVerificationVerdict } from './verdict.ts';

describe("tenant's share of repairs", () => {
  test("is the repair cost multiplied by the remaining share of the item's useful life", () => {
    expect(calculateDepreciatedCost(1_200_000, 36, 18)).toBe(600_000);
    expect(calculateDepreciatedCost(1_200_000, 36, 36)).toBe(0);
    expect(calculateDepreciatedCost(1_200_000, 36, 90)).toBe(0);
    expect(calculateDepreciatedCost(1_200_000, null, 90)).toBe(1_200_000);
  });
  test("never exceeds the repair cost, never falls below zero and never grows with the item's age", () => {
    const cost = fc.integer({ min: 0, max: 1_000_000 }).map((shillings) => shillings * 100);
    fc.assert(
      fc.property(
        cost,
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 100 }),
        (c, life, age, more) => {
          const now = calculateDepreciatedCost(c, life, age);
          expect(now).toBeGreaterThanOrEqual(0);
          expect(now).toBeLessThanOrEqual(c);
          expect(calculateDepreciatedCost(c, life, age + more)).toBeLessThanOrEqual(now);
        },
      ),
    );
  });
  test('an item counts as worse only when its condition has declined since move-in', () => {
    for (const [at, before] of itemConditions.entries())
      for (const [then, now] of itemConditions.entries()) expect(isConditionWorse(before, now)).toBe(then > at);
    expect(isConditionWorse(null, 'poor')).toBe(false);
  });
});

describe('repair costs after an inspection', () => {
  const said = (item: string, charge_to: RepairChargeParty, cost_cents: number | null, answer: InspectionAnswer['answer'] = null) =>
    ({ item, charge_to, cost_cents, answer }) as InspectionAnswer;
  const left = (status: 'submitted' | 'agreed' | 'disputed', answers: InspectionAnswer[]) => ({
    status,
    answers,
    baseline: {} as NonNullable<InspectionDetails['baseline']>,
    proposals: [{ item: 'a.paint', cost_cents: 1_200_000, life_months: 36, months: 18, cents: 600_000 }],
  });
  const paint = (answer: InspectionAnswer['answer'] = null) => said('a.paint', 'tenant', 1_200_000, answer);

  test('are split between tenant and owner, without items charged to neither party', () => {
    const all = listRepairShares(
      left('submitted', [paint(), said('a.door', 'owner', 50_000), said('a.lamp', 'none', 90_000), said('a.sink', 'tenant', null)]),
    );
    expect(all.map(({ item, tenant_cents, owner_cents, stand }) => [item, tenant_cents, owner_cents, stand])).toEqual([
      ['a.paint', 600_000, 600_000, 'waits'],
      ['a.door', 0, 50_000, 'waits'],
    ]);
    expect(sumRepairShares(all)).toEqual({ agreed: 0, open: 600_000, owner: 650_000 });
  });
  test('a disputed item stays open until agreed, and agreement to the inspection covers all items', () => {
    expect(sumRepairShares(listRepairShares(left('disputed', [paint('disputed')])))).toMatchObject({ agreed: 0, open: 600_000 });
    expect(sumRepairShares(listRepairShares(left('disputed', [paint('agreed')])))).toMatchObject({ agreed: 600_000, open: 0 });
    expect(sumRepairShares(listRepairShares(left('agreed', [paint('disputed')])))).toMatchObject({ agreed: 600_000, open: 0 });
    expect(sumRepairShares(listRepairShares(left('agreed', [paint()])))).toMatchObject({ agreed: 600_000, open: 0 });
  });
  test('are not split without a move-in inspection', () => expect(listRepairShares({ ...left('agreed', [paint()]), baseline: null })).toEqual([]));
});

describe('system forms for inspections', () => {
  test.each(systemInspectionTemplates.map((one) => [one.key, one] as const))(
    "the form %s can be saved as a company's form, and each item has a text in both languages",
    (_, one) => {
      expect(inspectionAreasSchema.safeParse(one.areas).success).toBe(true);
      for (const item of listInspectionItems(one.areas)) expect([item.id, item.name !== '' && item.name_sw !== '']).toEqual([item.id, true]);
    },
  );
  test('a form exists for homes of every size and for business units', () => {
    const keys = new Set(systemInspectionTemplates.map((one) => one.key));
    for (const bedrooms of [null, 0, 1, 2, 3, 4, 9])
      for (const business of [true, false]) expect(keys).toContain(getInspectionTemplateKey('routine', { bedrooms, business }));
    expect(getInspectionTemplateKey('verification', { bedrooms: 2, business: false })).toBe('verification');
  });
  test('the verification form covers every check of a property verification', () => {
    const asked = listInspectionItems(systemInspectionTemplates.find((one) => one.key === 'verification')?.areas ?? []).map((item) => item.key);
    expect([...asked, 'position'].sort()).toEqual([...verificationChecks].sort());
  });
});

const pin = { lat: -1.29, lng: 36.79 };
/** A point this many metres north of the pin. */
const north = (metres: number) => ({ lat: pin.lat + metres / 111_195, lng: pin.lng });

describe('inspection: distance from the property', () => {
  test('is near up to 150 metres, far beyond 150 metres, and unknown when the position is less accurate than 100 metres', () => {
    expect(checkInspectionLocation({ ...north(150), accuracy_m: 100 }, pin)).toBe('near');
    expect(checkInspectionLocation({ ...north(153), accuracy_m: 10 }, pin)).toBe('far');
    expect(checkInspectionLocation({ ...north(0), accuracy_m: 101 }, pin)).toBe('unsure');
    expect(checkInspectionLocation({ ...north(5000), accuracy_m: 101 }, pin)).toBe('unsure');
    expect(checkInspectionLocation(null, pin)).toBe('unsure');
    expect(checkInspectionLocation({ ...north(0), accuracy_m: 5 }, null)).toBe('unsure');
  });
  test('is equal in both directions', () => {
    const point = fc.record({ lat: fc.double({ min: -4.7, max: 5, noNaN: true }), lng: fc.double({ min: 34, max: 42, noNaN: true }) });
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(Math.abs(calculateDistanceMetres(a, b) - calculateDistanceMetres(b, a))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('property verification result', () => {
  const yes = new Map<VerificationCheck, boolean>(verificationChecks.filter((what) => what !== 'position').map((what) => [what, true]));
  const found = { passed: yes, counted: 8, units: 8, place: 'near' } as const;
  test('is verified when all checks pass near the property and the unit count matches, and needs a manual decision when the position is uncertain', () => {
    expect(decideVerificationVerdict(found)).toEqual({ move: 'verify', failed: [] });
    expect(decideVerificationVerdict({ ...found, place: 'unsure' })).toEqual({ move: 'person', failed: [] });
  });
  test.each([...requiredVerificationChecks])('is rejected when %s fails or was not checked', (what) => {
    for (const passed of [new Map(yes).set(what, false), new Map([...yes].filter(([one]) => one !== what))])
      for (const place of ['near', 'unsure', 'far'] as const)
        expect(decideVerificationVerdict({ ...found, passed, place })).toMatchObject({ move: 'reject', failed: expect.arrayContaining([what]) });
  });
  test('is rejected for a different number of units or for an inspection far from the property', () => {
    expect(decideVerificationVerdict({ ...found, counted: 7 })).toEqual({ move: 'reject', failed: ['units'] });
    expect(decideVerificationVerdict({ ...found, place: 'far' })).toEqual({ move: 'reject', failed: ['position'] });
  });
});
