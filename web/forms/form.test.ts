import { describe, expect, test } from 'vitest';
import { policyCalls } from '#contract/policy/calls.ts';
import { problemsIn } from './check.ts';
import * as form from './form.ts';

const record = { title: 'Terms', body: 'Old', billing: { due: 5, grace: 3 }, tags: ['a'] };
const begun = () => form.startForm(record, 1);

describe('values', () => {
  test('what was touched is what differs from the record, not what was typed and taken back', () => {
    const state = form.put(form.put(begun(), { title: 'Rules' }), { body: 'New' });
    expect(form.isChanged(state)).toBe(true);
    expect(form.touchedOf(state)).toEqual({ title: 'Rules', body: 'New' });
    expect(form.touchedOf(form.put(state, { title: 'Terms' }))).toEqual({ body: 'New' });
    expect(form.undo(state).values).toEqual(record);
  });

  test('a problem goes when its field changes and stays with the others; each refusal counts', () => {
    const state = form.refuse(form.refuse(begun(), { title: 'Too short', body: 'Empty' }), { title: 'Too short', body: 'Empty' });
    expect(state.attempt).toBe(2);
    expect(form.put(state, { title: 'Rules' }).problems).toEqual({ body: 'Empty' });
    const grouped = form.refuse(begun(), { due: 'Too late', grace: 'Too long', title: 'Too short' });
    const names = { 'billing[due]': 'due', 'billing[grace]': 'grace', price_cents: 'title' };
    expect(form.put(grouped, { billing: { due: 6, grace: 3 } }, names).problems).toEqual({ grace: 'Too long', title: 'Too short' });
    expect(form.allow(state)).toMatchObject({ problems: {}, problem: '', attempt: 2 });
  });
});

describe('somebody else was faster', () => {
  const theirs = { title: 'Theirs', body: 'Theirs too', billing: { due: 5, grace: 9 }, tags: ['a'] };
  const met = () => form.meet(form.put(begun(), { title: 'Mine', billing: { due: 1, grace: 3 } }), theirs, 4);

  test('keep mine: what I touched onto the newest revision, theirs everywhere else, inside groups too', () => {
    const kept = form.keepMine(met());
    expect(kept).toMatchObject({
      values: { title: 'Mine', body: 'Theirs too', billing: { due: 1, grace: 9 }, tags: ['a'] },
      revision: 4,
      theirs: null,
    });
    expect(form.touchedOf(kept)).toEqual({ title: 'Mine', billing: { due: 1, grace: 9 } });
  });

  test('take theirs: nothing of mine is left, and nothing is unsaved', () => {
    const taken = form.takeTheirs(met());
    expect(taken).toMatchObject({ values: theirs, revision: 4, theirs: null });
    expect(form.isChanged(taken)).toBe(false);
  });

  test('both are shown where they differ; deciding later keeps mine and the old revision, so that the next save asks again', () => {
    expect(form.sides(met())?.names).toEqual(['title', 'billing']);
    expect(form.decideLater(met())).toMatchObject({ values: { title: 'Mine' }, revision: 1, theirs: null });
  });

  test('a list is one field: mine stays whole', () => {
    const state = form.meet(form.put(begun(), { tags: ['a', 'b'] }), { ...theirs, tags: ['c'] }, 2);
    expect(form.keepMine(state).values.tags).toEqual(['a', 'b']);
  });
});

describe('the record was read anew', () => {
  test('an untouched form shows the newest; a touched one takes over what it did not touch', () => {
    const newest = { ...record, body: 'Theirs' };
    expect(form.follow(begun(), newest, 2)).toMatchObject({ values: newest, revision: 2 });
    const mine = form.put(begun(), { title: 'Mine' });
    const followed = form.follow(mine, newest, 2);
    expect(followed).toMatchObject({ values: { title: 'Mine', body: 'Theirs' }, revision: 2 });
    expect(form.touchedOf(followed)).toEqual({ title: 'Mine' });
  });

  test('where both changed the same field, nothing moves: the person is asked when saving', () => {
    const mine = form.put(begun(), { title: 'Mine' });
    expect(form.follow(mine, { ...record, title: 'Theirs' }, 2)).toBe(mine);
    expect(form.follow(mine, record, 1)).toBe(mine);
  });
});

describe('saved, and the form stays', () => {
  const sent = { ...record, title: ' Rules ', billing: { due: 1, grace: 3 } };
  const answer = { ...sent, title: 'Rules' };

  test('it goes on from the answer', () => {
    const settled = form.settle(form.put(begun(), sent), sent, answer, 2);
    expect(settled).toMatchObject({ values: answer, revision: 2 });
    expect(form.isChanged(settled)).toBe(false);
  });

  test('what was typed while it was being saved stays, and is all that is unsaved', () => {
    const typing = form.put(form.put(begun(), sent), { body: 'More', billing: { due: 1, grace: 7 } });
    const settled = form.settle(typing, sent, answer, 2);
    expect(settled).toMatchObject({ base: answer, values: { title: 'Rules', body: 'More', billing: { due: 1, grace: 7 } }, revision: 2 });
    expect(form.touchedOf(settled)).toEqual({ body: 'More', billing: { due: 1, grace: 7 } });
  });
});

describe('what is wrong', () => {
  const text = { title: 'Terms', body: '<p>Words</p>', user_type: 0, kind: 'terms', effective_from: '2026-12-01' };

  test('is found by the call’s own schema, in the form’s words where it has some', () => {
    expect(problemsIn(policyCalls.create, text)).toEqual({});
    const says = { title: () => 'Enter a title', body: () => 'Write the text' };
    expect(problemsIn(policyCalls.create, { ...text, title: ' a ', body: '<p> </p>', effective_from: '' }, says)).toEqual({
      title: 'Enter a title',
      body: 'Write the text',
      effective_from: expect.stringMatching(/./),
    });
    expect(problemsIn(policyCalls.update, { id: 1, title: 'New title', revision: 3 })).toEqual({});
  });

  test('stands beside its field, also where that has another name here; what has no place is left out', () => {
    const fields = { 'parts[0][name]': 'Empty', rent_cents: 'Too low', 'billing[due]': 'Too late', unknown: 'x' };
    expect(form.placed(fields, { parts: [], rent: 1 }, { rent_cents: 'rent', 'billing[due]': 'due' })).toEqual({
      parts: 'Empty',
      rent: 'Too low',
      due: 'Too late',
    });
  });
});
