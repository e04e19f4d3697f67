import { expect, test } from 'vitest';
import { type CheckDraft, faultOf, neededChecks, verificationChecks, wayAtFirst } from './verification.ts';

const ticked: CheckDraft = { on: true, way: 'site', note: 'Twelve doors', file_id: null };

test('nothing is said to have been seen on site before somebody says so', () => {
  expect(verificationChecks.filter((what) => wayAtFirst(what) === 'site')).toEqual([]);
  expect(verificationChecks.filter((what) => wayAtFirst(what) !== '')).toEqual(['authority']);
});

test('a row is at fault where it has to change: the tick, how, or what shows it', () => {
  for (const what of verificationChecks) {
    const blank: CheckDraft = { on: false, way: '', note: '', file_id: null };
    expect(faultOf(what, blank)).toBe(neededChecks.includes(what) ? 'tick' : null);
    expect(faultOf(what, { ...ticked, way: '' })).toBe('way');
    expect(faultOf(what, { ...ticked, note: ' a ' })).toBe('shows');
    expect(faultOf(what, { ...ticked, note: '', file_id: 7 })).toBeNull();
    expect(faultOf(what, ticked)).toBeNull();
  }
});
