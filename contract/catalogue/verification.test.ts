import { expect, test } from 'vitest';
import {
  findVerificationCheckProblem,
  getDefaultVerificationMethod,
  requiredVerificationChecks,
  type VerificationCheckDraft,
  verificationChecks,
} from './verification.ts';

const ticked: VerificationCheckDraft = { on: true, way: 'site', note: 'Twelve doors', file_id: null };

test('listing verification: no method is selected in advance', () => {
  expect(verificationChecks.filter((what) => getDefaultVerificationMethod(what) === 'site')).toEqual([]);
  expect(verificationChecks.filter((what) => getDefaultVerificationMethod(what) !== '')).toEqual(['authority']);
});

test('listing verification: the error names the missing checkbox, method or evidence', () => {
  for (const what of verificationChecks) {
    const blank: VerificationCheckDraft = { on: false, way: '', note: '', file_id: null };
    expect(findVerificationCheckProblem(what, blank)).toBe(requiredVerificationChecks.includes(what) ? 'tick' : null);
    expect(findVerificationCheckProblem(what, { ...ticked, way: '' })).toBe('way');
    expect(findVerificationCheckProblem(what, { ...ticked, note: ' a ' })).toBe('shows');
    expect(findVerificationCheckProblem(what, { ...ticked, note: '', file_id: 7 })).toBeNull();
    expect(findVerificationCheckProblem(what, ticked)).toBeNull();
  }
});
