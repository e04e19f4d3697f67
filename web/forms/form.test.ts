import { describe, expect, test } from 'vitest';
import { policyCalls } from '#contract/policy/calls.ts';
import { findInputProblems } from './check.ts';
import * as form from './form.ts';

const record = { title: 'Terms', body: 'Old', billing: { due: 5, grace: 3 }, tags: ['a'] };
const begun = () => form.createFormState(record, 1);

describe('form values', () => {
  test('a field is changed only if its value differs from the record, and not after the user restores the value', () => {
    const state = form.setFormValues(form.setFormValues(begun(), { title: 'Rules' }), { body: 'New' });
    expect(form.isFormChanged(state)).toBe(true);
    expect(form.getChangedFields(state)).toEqual({ title: 'Rules', body: 'New' });
    expect(form.getChangedFields(form.setFormValues(state, { title: 'Terms' }))).toEqual({ body: 'New' });
    expect(form.undoFormChanges(state).values).toEqual(record);
  });

  test('the error of a field disappears when the field changes, other errors remain, and each rejection is counted', () => {
    const state = form.setFormProblems(form.setFormProblems(begun(), { title: 'Too short', body: 'Empty' }), { title: 'Too short', body: 'Empty' });
    expect(state.attempt).toBe(2);
    expect(form.setFormValues(state, { title: 'Rules' }).problems).toEqual({ body: 'Empty' });
    const grouped = form.setFormProblems(begun(), { due: 'Too late', grace: 'Too long', title: 'Too short' });
    const names = { 'billing[due]': 'due', 'billing[grace]': 'grace', price_cents: 'title' };
    expect(form.setFormValues(grouped, { billing: { due: 6, grace: 3 } }, names).problems).toEqual({ grace: 'Too long', title: 'Too short' });
    expect(form.clearFormProblems(state)).toMatchObject({ problems: {}, problem: '', attempt: 2 });
  });
});

describe('form: edit conflict', () => {
  const theirs = { title: 'Theirs', body: 'Theirs too', billing: { due: 5, grace: 9 }, tags: ['a'] };
  const met = () => form.startConflict(form.setFormValues(begun(), { title: 'Mine', billing: { due: 1, grace: 3 } }), theirs, 4);

  test('"keep mine" applies the user\'s changed fields to the newest revision, also inside groups', () => {
    const kept = form.keepMyChanges(met());
    expect(kept).toMatchObject({
      values: { title: 'Mine', body: 'Theirs too', billing: { due: 1, grace: 9 }, tags: ['a'] },
      revision: 4,
      theirs: null,
    });
    expect(form.getChangedFields(kept)).toEqual({ title: 'Mine', billing: { due: 1, grace: 9 } });
  });

  test('"take theirs" discards the user\'s changes and leaves no unsaved change', () => {
    const taken = form.acceptTheirChanges(met());
    expect(taken).toMatchObject({ values: theirs, revision: 4, theirs: null });
    expect(form.isFormChanged(taken)).toBe(false);
  });

  test('shows both values of each differing field, and a postponed decision preserves the user’s values and the old revision', () => {
    expect(form.readConflictSides(met())?.names).toEqual(['title', 'billing']);
    expect(form.postponeConflict(met())).toMatchObject({ values: { title: 'Mine' }, revision: 1, theirs: null });
  });

  test('treats a list as one field, so that "keep mine" preserves the user’s full list', () => {
    const state = form.startConflict(form.setFormValues(begun(), { tags: ['a', 'b'] }), { ...theirs, tags: ['c'] }, 2);
    expect(form.keepMyChanges(state).values.tags).toEqual(['a', 'b']);
  });
});

describe('form: reloaded record', () => {
  test('an unchanged form shows the newest values, and a changed form updates only its unchanged fields', () => {
    const newest = { ...record, body: 'Theirs' };
    expect(form.rebaseFormOnReread(begun(), newest, 2)).toMatchObject({ values: newest, revision: 2 });
    const mine = form.setFormValues(begun(), { title: 'Mine' });
    const followed = form.rebaseFormOnReread(mine, newest, 2);
    expect(followed).toMatchObject({ values: { title: 'Mine', body: 'Theirs' }, revision: 2 });
    expect(form.getChangedFields(followed)).toEqual({ title: 'Mine' });
  });

  test('is not merged into the form if the user and another person changed the same field, so that the user decides when saving', () => {
    const mine = form.setFormValues(begun(), { title: 'Mine' });
    expect(form.rebaseFormOnReread(mine, { ...record, title: 'Theirs' }, 2)).toBe(mine);
    expect(form.rebaseFormOnReread(mine, record, 1)).toBe(mine);
  });
});

describe('form after saving', () => {
  const sent = { ...record, title: ' Rules ', billing: { due: 1, grace: 3 } };
  const answer = { ...sent, title: 'Rules' };

  test('the form shows the values that the server has saved', () => {
    const settled = form.applySavedForm(form.setFormValues(begun(), sent), sent, answer, 2);
    expect(settled).toMatchObject({ values: answer, revision: 2 });
    expect(form.isFormChanged(settled)).toBe(false);
  });

  test('text typed during saving remains in the form and is the only unsaved change', () => {
    const typing = form.setFormValues(form.setFormValues(begun(), sent), { body: 'More', billing: { due: 1, grace: 7 } });
    const settled = form.applySavedForm(typing, sent, answer, 2);
    expect(settled).toMatchObject({ base: answer, values: { title: 'Rules', body: 'More', billing: { due: 1, grace: 7 } }, revision: 2 });
    expect(form.getChangedFields(settled)).toEqual({ body: 'More', billing: { due: 1, grace: 7 } });
  });
});

describe('form: errors', () => {
  const text = { title: 'Terms', body: '<p>Words</p>', user_type: 0, kind: 'terms', effective_from: '2026-12-01' };

  test('come from the schema of the call, or from the form’s own texts if the form declares texts', () => {
    expect(findInputProblems(policyCalls.create, text)).toEqual({});
    const says = { title: () => 'Enter a title', body: () => 'Write the text' };
    expect(findInputProblems(policyCalls.create, { ...text, title: ' a ', body: '<p> </p>', effective_from: '' }, says)).toEqual({
      title: 'Enter a title',
      body: 'Write the text',
      effective_from: expect.stringMatching(/./),
    });
    expect(findInputProblems(policyCalls.update, { id: 1, title: 'New title', revision: 3 })).toEqual({});
  });

  test('appear at their field, even if the form names the field differently, and errors of unknown fields are omitted', () => {
    const fields = { 'parts[0][name]': 'Empty', rent_cents: 'Too low', 'billing[due]': 'Too late', unknown: 'x' };
    expect(form.assignFieldProblems(fields, { parts: [], rent: 1 }, { rent_cents: 'rent', 'billing[due]': 'due' })).toEqual({
      parts: 'Empty',
      rent: 'Too low',
      due: 'Too late',
    });
  });
});
