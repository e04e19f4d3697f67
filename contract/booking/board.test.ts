import { expect, test } from 'vitest';
import { actFor, boardActs, boardPlaces } from './board.ts';

test('a card goes where the machine lets it, and what is done there is the act of its own', () => {
  const screened = { moves: ['approve', 'decline', 'cancel'], acts: ['shortlist', 'ask', 'check'] } as const;
  const head = { moves: [...screened.moves], acts: [...screened.acts] };
  expect(boardPlaces.map((place) => actFor(head, place))).toEqual([null, 'ask', 'shortlist', null, null, null, 'approve', null, 'decline']);
  expect(boardActs({ moves: ['approve', 'decline'], acts: ['unlist', 'ask'] })).toEqual(['unlist', 'ask', 'approve', 'decline']);
  expect(boardActs({ moves: ['confirm', 'cancel'], acts: [] })).toEqual(['confirm']);
  // Who looks on moves nobody.
  expect(boardActs({ moves: ['cancel'], acts: [] })).toEqual([]);
});
