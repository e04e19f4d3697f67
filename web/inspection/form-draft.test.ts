import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectionAreasSchema } from '#contract/inspection/shapes.ts';
import { systemInspectionTemplates } from '#contract/inspection/templates.ts';
import {
  type InspectionDraftArea,
  isAreaComplete,
  makeBlankDraftArea,
  moveItemUp,
  replaceItemAt,
  toInspectionForm,
  toInspectionFormDraft,
} from './form-draft.ts';

test('inspection form draft: an unchanged copy of a system form equals the original', () => {
  for (const { areas: of } of systemInspectionTemplates) expect(toInspectionForm(toInspectionFormDraft(of))).toEqual(of);
});

test('inspection form draft: gives each new item a unique, valid key and does not change existing keys', () => {
  const name = fc.string({ minLength: 1, maxLength: 30 }).map((text) => `a${text.trim()}`);
  const whole = { key: '', name_sw: '', kind: 'condition' as const, life_months: null };
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), (typed) => {
      const kept = { ...whole, id: 'old', key: 'a', name: 'Door' };
      const items = [kept, ...typed.map((called, n) => ({ ...whole, id: String(n), name: called }))];
      const draft: InspectionDraftArea[] = [{ id: 'room', key: '', name: 'Room', name_sw: '', items }];
      const made = toInspectionForm(draft);
      expect(made[0]?.items[0]?.key).toBe('a');
      const keys = made[0]?.items.map((one) => one.key) ?? [];
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) expect(key).toMatch(/^[a-z0-9_]{1,40}$/);
      expect(inspectionAreasSchema.safeParse(made).success).toBe(true);
    }),
  );
});

test('inspection form draft: removes and moves areas without other changes, and is incomplete while an area has no name', () => {
  const of = toInspectionFormDraft(systemInspectionTemplates[1]?.areas ?? []);
  const ids = (all: readonly InspectionDraftArea[]) => all.map(({ id }) => id);
  expect(ids(replaceItemAt(of, 1, null))).toEqual(ids(of).filter((id) => id !== of[1]?.id));
  expect(ids(moveItemUp(of, 1))).toEqual([of[1]?.id, of[0]?.id, ...ids(of).slice(2)]);
  expect(moveItemUp(of, 0)).toEqual(of);
  expect(of.every(isAreaComplete)).toBe(true);
  expect(isAreaComplete(makeBlankDraftArea())).toBe(false);
});

test('inspection form draft: stores the useful life only for condition items', () => {
  const [area] = toInspectionFormDraft(systemInspectionTemplates[0]?.areas ?? []);
  const [item] = area?.items ?? [];
  if (!area || !item) throw new Error('the house has forms');
  const asked = toInspectionForm([
    {
      ...area,
      items: [
        { ...item, life_months: 36 },
        { ...item, id: 'b', key: 'b', kind: 'yes_no', life_months: 36 },
      ],
    },
  ]);
  expect(asked[0]?.items.map((one) => one.life_months)).toEqual([36, null]);
});
