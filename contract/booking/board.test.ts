import { expect, test } from 'vitest';
import { boardMoveTargets, findBlockingBooking, findBoardAction, listBoardActions } from './board.ts';

const acts = (head: Parameters<typeof listBoardActions>[0]) => listBoardActions(head).map(({ act }) => act);
test("booking board: a card moves only to columns that the booking's state and the reader's actions allow", () => {
  const screened = { moves: ['approve', 'decline', 'cancel'], acts: ['shortlist', 'ask', 'check'] } as const;
  const head = { moves: [...screened.moves], acts: [...screened.acts], held_by: null };
  expect(boardMoveTargets.map((place) => findBoardAction(head, place))).toEqual([
    null,
    'ask',
    'shortlist',
    null,
    null,
    null,
    'approve',
    null,
    'decline',
  ]);
  expect(acts({ moves: ['approve', 'decline'], acts: ['unlist', 'ask'], held_by: null })).toEqual(['unlist', 'ask', 'approve', 'decline']);
  expect(acts({ moves: ['confirm', 'cancel'], acts: [], held_by: null })).toEqual(['confirm']);
  // A reader without moves cannot move a card.
  expect(acts({ moves: ['cancel'], acts: [], held_by: null })).toEqual([]);
});

test('booking board: approval is blocked for a reserved home, with the name of the applicant who reserved the home', () => {
  const held_by = { id: 7, code: 'BKG-7', name: 'Atieno' };
  const head = { moves: ['approve' as const, 'decline' as const], acts: [], held_by };
  expect([findBoardAction(head, 'await_payment'), findBoardAction(head, 'declined')]).toEqual([null, 'decline']);
  expect([findBlockingBooking(head, 'await_payment'), findBlockingBooking(head, 'declined')]).toEqual([held_by, null]);
  expect(listBoardActions(head)).toEqual([
    { act: 'approve', kept: held_by },
    { act: 'decline', kept: null },
  ]);
});
