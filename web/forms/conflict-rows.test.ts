import { expect, test } from 'vitest';
import { m } from '#words/messages.js';
import { conflictLabelOf, conflictText, listConflictRows } from './conflict-rows.ts';

type Draft = { client_key: string; name: string; lat: number | null; lng: number | null };
const labels = { client_key: null, name: 'Name', lat: 'Pin', lng: { with: 'lat' } } as const;

test('edit conflict: a moved map pin is one row, and fields that are not entered have no row', () => {
  expect(listConflictRows<Draft>(['lng'], labels)).toEqual(['lat']);
  expect(listConflictRows<Draft>(['client_key', 'name', 'lat', 'lng'], labels)).toEqual(['name', 'lat']);
  expect(conflictLabelOf<Draft>('lat', labels)).toBe('Pin');
});

test('edit conflict: states if no visible field differs', () => {
  expect(conflictText(listConflictRows<Draft>(['client_key'], labels))).toBe(m.views_conflict_same());
  expect(conflictText(listConflictRows<Draft>(['lng'], labels))).toBe(m.views_conflict_text());
});

test('edit conflict: a field without a label does not compile', () => {
  // @ts-expect-error lng was forgotten
  expect(listConflictRows<Draft>(['lng'], { client_key: null, name: 'Name', lat: 'Pin' })).toEqual([]);
});
