import { expect, test } from 'vitest';
import { type CheckDraft, defaultVerificationWay, findCheckProblem, requiredVerificationChecks, verificationChecks } from './verification.ts';

const ticked: CheckDraft = { on: true, way: 'site', note: 'Twelve doors', file_id: null };

test('verification check: the method is not preset to a site visit', () => {
  expect(verificationChecks.filter((what) => defaultVerificationWay(what) === 'site')).toEqual([]);
  expect(verificationChecks.filter((what) => defaultVerificationWay(what) !== '')).toEqual(['authority']);
});

test('verification check: an error names the missing tick, method or evidence', () => {
  for (const what of verificationChecks) {
    const blank: CheckDraft = { on: false, way: '', note: '', file_id: null };
    expect(findCheckProblem(what, blank)).toBe(requiredVerificationChecks.includes(what) ? 'tick' : null);
    expect(findCheckProblem(what, { ...ticked, way: '' })).toBe('way');
    expect(findCheckProblem(what, { ...ticked, note: ' a ' })).toBe('shows');
    expect(findCheckProblem(what, { ...ticked, note: '', file_id: 7 })).toBeNull();
    expect(findCheckProblem(what, ticked)).toBeNull();
  }
});
