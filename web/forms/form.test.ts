import { describe, expect, test } from 'vitest';
import { policyCalls } from '#contract/policy/calls.ts';
import { findInputProblems } from './check.ts';
import * as form from './form.ts';

const record = { title: 'Terms', body: 'Old', billing: { due: 5, grace: 3 }, tags: ['a'] };
const begun = () => form.startForm(record, 1);

describe('form values', () => {
  test('a field counts as changed if it differs from the record, not if typing was undone', () => {
    const state = form.setFormValues(form.setFormValues(begun(), { title: 'Rules' }), { body: 'New' });
    expect(form.isChanged(state)).toBe(true);
    expect(form.changedFieldsOf(state)).toEqual({ title: 'Rules', body: 'New' });
    expect(form.changedFieldsOf(form.setFormValues(state, { title: 'Terms' }))).toEqual({ body: 'New' });
    expect(form.undoFormChanges(state).values).toEqual(record);
  });

  test('an error disappears when its field changes; other errors stay, and each rejection is counted', () => {
    const state = form.showProblems(form.showProblems(begun(), { title: 'Too short', body: 'Empty' }), { title: 'Too short', body: 'Empty' });
    expect(state.attempt).toBe(2);
    expect(form.setFormValues(state, { title: 'Rules' }).problems).toEqual({ body: 'Empty' });
    const grouped = form.showProblems(begun(), { due: 'Too late', grace: 'Too long', title: 'Too short' });
    const names = { 'billing[due]': 'due', 'billing[grace]': 'grace', price_cents: 'title' };
    expect(form.setFormValues(grouped, { billing: { due: 6, grace: 3 } }, names).problems).toEqual({ grace: 'Too long', title: 'Too short' });
    expect(form.clearProblems(state)).toMatchObject({ problems: {}, problem: '', attempt: 2 });
  });
});

describe('form: edit conflict', () => {
  const theirs = { title: 'Theirs', body: 'Theirs too', billing: { due: 5, grace: 9 }, tags: ['a'] };
  const met = () => form.startConflict(form.setFormValues(begun(), { title: 'Mine', billing: { due: 1, grace: 3 } }), theirs, 4);

  test('keep mine: applies changed fields to the newest revision, also inside groups', () => {
    const kept = form.keepOwnChanges(met());
    expect(kept).toMatchObject({
      values: { title: 'Mine', body: 'Theirs too', billing: { due: 1, grace: 9 }, tags: ['a'] },
      revision: 4,
      theirs: null,
    });
    expect(form.changedFieldsOf(kept)).toEqual({ title: 'Mine', billing: { due: 1, grace: 9 } });
  });

  test("take theirs: discards the user's changes and leaves nothing unsaved", () => {
    const taken = form.acceptOtherChanges(met());
    expect(taken).toMatchObject({ values: theirs, revision: 4, theirs: null });
    expect(form.isChanged(taken)).toBe(false);
  });

  test('shows both values of different fields; a postponed decision keeps the user’s values and the old revision', () => {
    expect(form.readConflictSides(met())?.names).toEqual(['title', 'billing']);
    expect(form.postponeConflict(met())).toMatchObject({ values: { title: 'Mine' }, revision: 1, theirs: null });
  });

  test('treats a list as one field and keeps the user’s list whole', () => {
    const state = form.startConflict(form.setFormValues(begun(), { tags: ['a', 'b'] }), { ...theirs, tags: ['c'] }, 2);
    expect(form.keepOwnChanges(state).values.tags).toEqual(['a', 'b']);
  });
});

describe('form: reloaded record', () => {
  test('an unchanged form shows the newest values; a changed form updates only its unchanged fields', () => {
    const newest = { ...record, body: 'Theirs' };
    expect(form.rebaseFormOnReread(begun(), newest, 2)).toMatchObject({ values: newest, revision: 2 });
    const mine = form.setFormValues(begun(), { title: 'Mine' });
    const followed = form.rebaseFormOnReread(mine, newest, 2);
    expect(followed).toMatchObject({ values: { title: 'Mine', body: 'Theirs' }, revision: 2 });
    expect(form.changedFieldsOf(followed)).toEqual({ title: 'Mine' });
  });

  test('is not merged if both people changed the same field, so that the user decides when saving', () => {
    const mine = form.setFormValues(begun(), { title: 'Mine' });
    expect(form.rebaseFormOnReread(mine, { ...record, title: 'Theirs' }, 2)).toBe(mine);
    expect(form.rebaseFormOnReread(mine, record, 1)).toBe(mine);
  });
});

describe('form after saving', () => {
  const sent = { ...record, title: ' Rules ', billing: { due: 1, grace: 3 } };
  const answer = { ...sent, title: 'Rules' };

  test('the form continues with the values of the saved answer', () => {
    const settled = form.applySavedForm(form.setFormValues(begun(), sent), sent, answer, 2);
    expect(settled).toMatchObject({ values: answer, revision: 2 });
    expect(form.isChanged(settled)).toBe(false);
  });

  test('text typed during saving stays and is the only unsaved change', () => {
    const typing = form.setFormValues(form.setFormValues(begun(), sent), { body: 'More', billing: { due: 1, grace: 7 } });
    const settled = form.applySavedForm(typing, sent, answer, 2);
    expect(settled).toMatchObject({ base: answer, values: { title: 'Rules', body: 'More', billing: { due: 1, grace: 7 } }, revision: 2 });
    expect(form.changedFieldsOf(settled)).toEqual({ body: 'More', billing: { due: 1, grace: 7 } });
  });
});

describe('form: errors', () => {
  const text = { title: 'Terms', body: '<p>Words</p>', user_type: 0, kind: 'terms', effective_from: '2026-12-01' };

  test('come from the schema of the call, with the form’s own texts where declared', () => {
    expect(findInputProblems(policyCalls.create, text)).toEqual({});
    const says = { title: () => 'Enter a title', body: () => 'Write the text' };
    expect(findInputProblems(policyCalls.create, { ...text, title: ' a ', body: '<p> </p>', effective_from: '' }, says)).toEqual({
      title: 'Enter a title',
      body: 'Write the text',
      effective_from: expect.stringMatching(/./),
    });
    expect(findInputProblems(policyCalls.update, { id: 1, title: 'New title', revision: 3 })).toEqual({});
  });

  test('appear at their field, also if the form names the field differently; errors without a field are left out', () => {
    const fields = { 'parts[0][name]': 'Empty', rent_cents: 'Too low', 'billing[due]': 'Too late', unknown: 'x' };
    expect(form.assignFieldProblems(fields, { parts: [], rent: 1 }, { rent_cents: 'rent', 'billing[due]': 'due' })).toEqual({
      parts: 'Empty',
      rent: 'Too low',
      due: 'Too late',
    });
  });
});
