import { expect, test } from 'vitest';
import { m } from '#words/messages.js';
import { getConflictExplanation, getConflictLabel, listConflictRows } from './conflict-rows.ts';

type Draft = { client_key: string; name: string; lat: number | null; lng: number | null };
const labels = { client_key: null, name: 'Name', lat: 'Pin', lng: { with: 'lat' } } as const;

test('edit conflict: a moved map pin is shown as one row, and a field that the user cannot edit has no row', () => {
  expect(listConflictRows<Draft>(['lng'], labels)).toEqual(['lat']);
  expect(listConflictRows<Draft>(['client_key', 'name', 'lat', 'lng'], labels)).toEqual(['name', 'lat']);
  expect(getConflictLabel<Draft>('lat', labels)).toBe('Pin');
});

test('edit conflict: a message states when no visible field differs', () => {
  expect(getConflictExplanation(listConflictRows<Draft>(['client_key'], labels))).toBe(m.views_conflict_same());
  expect(getConflictExplanation(listConflictRows<Draft>(['lng'], labels))).toBe(m.views_conflict_text());
});

test('edit conflict: a field without a label does not compile', () => {
  // @ts-expect-error lng was forgotten
  expect(listConflictRows<Draft>(['lng'], { client_key: null, name: 'Name', lat: 'Pin' })).toEqual([]);
});
