import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neededChecks, type VerificationCheck, verificationChecks } from '#contract/catalogue/verification.ts';
import { type ChargeTo, conditions, itemsOf } from './kinds.ts';
import { deduction, isWorse } from './life.ts';
import { paysOf, sumsOf } from './pays.ts';
import { type Answer, areas, type InspectionFull } from './shapes.ts';
import { systemTemplates, templateKeyFor } from './templates.ts';
import { metresBetween, placeVerdict, verdictOf } from './verdict.ts';

describe('what somebody who leaves would pay', () => {
  test('a repair by the life that was left: three years of paint, half of them gone', () => {
    expect(deduction(1_200_000, 36, 18)).toBe(600_000);
    expect(deduction(1_200_000, 36, 36)).toBe(0);
    expect(deduction(1_200_000, 36, 90)).toBe(0);
    expect(deduction(1_200_000, null, 90)).toBe(1_200_000);
  });
  test('never more than the repair, never less than nothing, and never more for something older', () => {
    const cost = fc.integer({ min: 0, max: 1_000_000 }).map((shillings) => shillings * 100);
    fc.assert(
      fc.property(
        cost,
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 100 }),
        (c, life, age, more) => {
          const now = deduction(c, life, age);
          expect(now).toBeGreaterThanOrEqual(0);
          expect(now).toBeLessThanOrEqual(c);
          expect(deduction(c, life, age + more)).toBeLessThanOrEqual(now);
        },
      ),
    );
  });
  test('only what became worse is worse', () => {
    for (const [at, before] of conditions.entries()) for (const [then, now] of conditions.entries()) expect(isWorse(before, now)).toBe(then > at);
    expect(isWorse(null, 'poor')).toBe(false);
  });
});

describe('who pays what', () => {
  const said = (item: string, charge_to: ChargeTo, cost_cents: number | null, answer: Answer['answer'] = null) =>
    ({ item, charge_to, cost_cents, answer }) as Answer;
  const left = (status: 'submitted' | 'agreed' | 'disputed', answers: Answer[]) => ({
    ...{ status, answers, baseline: {} as NonNullable<InspectionFull['baseline']> },
    proposals: [{ item: 'a.paint', cost_cents: 1_200_000, life_months: 36, months: 18, cents: 600_000 }],
  });
  const paint = (answer: Answer['answer'] = null) => said('a.paint', 'tenant', 1_200_000, answer);

  test('whoever leaves their share, whoever owns it the rest; what nobody is charged with is not listed', () => {
    const all = paysOf(left('submitted', [paint(), said('a.door', 'owner', 50_000), said('a.lamp', 'none', 90_000), said('a.sink', 'tenant', null)]));
    expect(all.map(({ item, tenant_cents, owner_cents, stand }) => [item, tenant_cents, owner_cents, stand])).toEqual([
      ['a.paint', 600_000, 600_000, 'waits'],
      ['a.door', 0, 50_000, 'waits'],
    ]);
    expect(sumsOf(all)).toEqual({ agreed: 0, open: 600_000, owner: 650_000 });
  });
  test('what was disputed is apart until it is settled; silence agrees when the whole is agreed', () => {
    expect(sumsOf(paysOf(left('disputed', [paint('disputed')])))).toMatchObject({ agreed: 0, open: 600_000 });
    expect(sumsOf(paysOf(left('disputed', [paint('agreed')])))).toMatchObject({ agreed: 600_000, open: 0 });
    expect(sumsOf(paysOf(left('agreed', [paint('disputed')])))).toMatchObject({ agreed: 600_000, open: 0 });
    expect(sumsOf(paysOf(left('agreed', [paint()])))).toMatchObject({ agreed: 600_000, open: 0 });
  });
  test('without how it was when they came nothing is shared out', () => expect(paysOf({ ...left('agreed', [paint()]), baseline: null })).toEqual([]));
});

describe('forms of the house', () => {
  test.each(systemTemplates.map((one) => [one.key, one] as const))(
    '%s can be saved as a form of one’s own, and every item has both languages',
    (_, one) => {
      expect(areas.safeParse(one.areas).success).toBe(true);
      for (const item of itemsOf(one.areas)) expect([item.id, item.name !== '' && item.name_sw !== '']).toEqual([item.id, true]);
    },
  );
  test('every home has one', () => {
    const keys = new Set(systemTemplates.map((one) => one.key));
    for (const bedrooms of [null, 0, 1, 2, 3, 4, 9])
      for (const business of [true, false]) expect(keys).toContain(templateKeyFor('routine', { bedrooms, business }));
    expect(templateKeyFor('verification', { bedrooms: 2, business: false })).toBe('verification');
  });
  test('a verification asks for what a property is verified by', () => {
    const asked = itemsOf(systemTemplates.find((one) => one.key === 'verification')?.areas ?? []).map((item) => item.key);
    expect([...asked, 'position'].sort()).toEqual([...verificationChecks].sort());
  });
});

const pin = { lat: -1.29, lng: 36.79 };
/** So many metres north of it. */
const north = (metres: number) => ({ lat: pin.lat + metres / 111_195, lng: pin.lng });

describe('the place', () => {
  test('150 metres are near, 151 are not; a phone that is unsure by more than 100 metres proves nothing', () => {
    expect(placeVerdict({ ...north(150), accuracy_m: 100 }, pin)).toBe('near');
    expect(placeVerdict({ ...north(153), accuracy_m: 10 }, pin)).toBe('far');
    expect(placeVerdict({ ...north(0), accuracy_m: 101 }, pin)).toBe('unsure');
    expect(placeVerdict({ ...north(5000), accuracy_m: 101 }, pin)).toBe('unsure');
    expect(placeVerdict(null, pin)).toBe('unsure');
    expect(placeVerdict({ ...north(0), accuracy_m: 5 }, null)).toBe('unsure');
  });
  test('as far there as back', () => {
    const point = fc.record({ lat: fc.double({ min: -4.7, max: 5, noNaN: true }), lng: fc.double({ min: 34, max: 42, noNaN: true }) });
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(Math.abs(metresBetween(a, b) - metresBetween(b, a))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('what a verification brings about', () => {
  const yes = new Map<VerificationCheck, boolean>(verificationChecks.filter((what) => what !== 'position').map((what) => [what, true]));
  const found = { passed: yes, counted: 8, units: 8, place: 'near' } as const;
  test('all so, near and as many as it says: verified; unsure of the place: a person decides', () => {
    expect(verdictOf(found)).toEqual({ move: 'verify', failed: [] });
    expect(verdictOf({ ...found, place: 'unsure' })).toEqual({ move: 'person', failed: [] });
  });
  test.each([...neededChecks])('%s is not so, or nobody looked: turned down', (what) => {
    for (const passed of [new Map(yes).set(what, false), new Map([...yes].filter(([one]) => one !== what))])
      for (const place of ['near', 'unsure', 'far'] as const)
        expect(verdictOf({ ...found, passed, place })).toMatchObject({ move: 'reject', failed: expect.arrayContaining([what]) });
  });
  test('another number of units, or somebody who stood elsewhere: turned down', () => {
    expect(verdictOf({ ...found, counted: 7 })).toEqual({ move: 'reject', failed: ['units'] });
    expect(verdictOf({ ...found, place: 'far' })).toEqual({ move: 'reject', failed: ['position'] });
  });
});
