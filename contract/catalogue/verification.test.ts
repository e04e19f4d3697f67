import { expect, test } from 'vitest';
import { type CheckDraft, checkProblem, defaultVerificationWay, neededChecks, verificationChecks } from './verification.ts';

const ticked: CheckDraft = { on: true, way: 'site', note: 'Twelve doors', file_id: null };

test('verification check: the method is not preset to a site visit', () => {
  expect(verificationChecks.filter((what) => defaultVerificationWay(what) === 'site')).toEqual([]);
  expect(verificationChecks.filter((what) => defaultVerificationWay(what) !== '')).toEqual(['authority']);
});

test('verification check: an error names the missing tick, method or evidence', () => {
  for (const what of verificationChecks) {
    const blank: CheckDraft = { on: false, way: '', note: '', file_id: null };
    expect(checkProblem(what, blank)).toBe(neededChecks.includes(what) ? 'tick' : null);
    expect(checkProblem(what, { ...ticked, way: '' })).toBe('way');
    expect(checkProblem(what, { ...ticked, note: ' a ' })).toBe('shows');
    expect(checkProblem(what, { ...ticked, note: '', file_id: 7 })).toBeNull();
    expect(checkProblem(what, ticked)).toBeNull();
  }
});
