import { expect, test } from 'vitest';
import { actFor, boardActs, boardPlaces, keptFrom } from './board.ts';

const acts = (head: Parameters<typeof boardActs>[0]) => boardActs(head).map(({ act }) => act);
test('a card goes where the machine lets it, and what is done there is the act of its own', () => {
  const screened = { moves: ['approve', 'decline', 'cancel'], acts: ['shortlist', 'ask', 'check'] } as const;
  const head = { moves: [...screened.moves], acts: [...screened.acts], held_by: null };
  expect(boardPlaces.map((place) => actFor(head, place))).toEqual([null, 'ask', 'shortlist', null, null, null, 'approve', null, 'decline']);
  expect(acts({ moves: ['approve', 'decline'], acts: ['unlist', 'ask'], held_by: null })).toEqual(['unlist', 'ask', 'approve', 'decline']);
  expect(acts({ moves: ['confirm', 'cancel'], acts: [], held_by: null })).toEqual(['confirm']);
  // Who looks on moves nobody.
  expect(acts({ moves: ['cancel'], acts: [], held_by: null })).toEqual([]);
});

test('nobody is approved for a home somebody else holds: the act stands there with who keeps it from being done', () => {
  const held_by = { id: 7, code: 'BKG-7', name: 'Atieno' };
  const head = { moves: ['approve' as const, 'decline' as const], acts: [], held_by };
  expect([actFor(head, 'await_payment'), actFor(head, 'declined')]).toEqual([null, 'decline']);
  expect([keptFrom(head, 'await_payment'), keptFrom(head, 'declined')]).toEqual([held_by, null]);
  expect(boardActs(head)).toEqual([
    { act: 'approve', kept: held_by },
    { act: 'decline', kept: null },
  ]);
});
