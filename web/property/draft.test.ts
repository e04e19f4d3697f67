import { expect, test } from 'vitest';
import { applyTypedPin, findPinProblems, makeBlankPropertyDraft } from './draft.ts';

const at = (lat: string, lng: string, spot: { lat: number; lng: number } | null = null) =>
  applyTypedPin({ lat: -1.29, lng: 36.82 }, { lat, lng }, spot);
const wrong = (lat: string, lng: string) => Object.keys(findPinProblems(at(lat, lng)));

test('property pin: a location outside Kenya, an invalid number or a missing coordinate is reported at the affected field', () => {
  expect(wrong('51.5', '-0.12')).toEqual(['lat', 'lng']);
  expect(wrong('abc', '36.8')).toEqual(['lat']);
  expect(wrong('-1.3', '')).toEqual(['lng']);
  expect(Object.keys(findPinProblems({ lat: 51.5, lng: 36.8, pin_text: null }))).toEqual(['lat']);
});

test('property pin: empty input gives no pin, and valid coordinates give a pin', () => {
  expect(findPinProblems(makeBlankPropertyDraft())).toEqual({});
  expect(at('', ' ')).toEqual({ pin_text: null, lat: null, lng: null });
  expect(at('-1.30', '36.8', { lat: -1.3, lng: 36.8 })).toEqual({ pin_text: { lat: '-1.30', lng: '36.8' }, lat: -1.3, lng: 36.8 });
  expect(at('-1.3', '36.8', { lat: -1.3, lng: 36.8 })).toEqual({ pin_text: null, lat: -1.3, lng: 36.8 });
});
