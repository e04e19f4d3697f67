import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findModerationReasons } from './moderation.ts';
import { shortenName } from './rows.ts';
import { calculateScore, validateReviewAnswers } from './score.ts';

describe('review moderation', () => {
  test.each([
    ['Look at www.cheaphomes.example', ['link']],
    ['More on https://t.me/x', ['link']],
    ['Cheaper at nyumba.co.ke', ['link']],
    ['Call 0712 345 678', ['phone']],
    ['WhatsApp +254-712-345-678', ['phone']],
    ['Write to me at grace@mail.com', ['email']],
    ['The caretaker is mjinga', ['word']],
    ['Call 0712345678 or grace@mail.com', ['phone', 'email']],
  ])('sends a text with a link, number, email address or insult to a moderator: %s', (text, doubts) =>
    expect(findModerationReasons([text], false)).toEqual(doubts),
  );
  test('sends a text copied from another review to a moderator', () => expect(findModerationReasons(['A quiet house'], true)).toEqual(['copy']));
  test.each([
    'Rent is KES 45,000 and the deposit 90,000',
    'Lived there 2019-2024, moved on 01.02.2024',
    'The shitake stall is near. Kumar the caretaker is kind',
    'Water on Mon, Wed and Fri. 24/7 guards',
  ])('publishes a text without contact details or insults immediately: %s', (text) =>
    expect(findModerationReasons([text, '', ''], false)).toEqual([]),
  );
  test('finds a phone number in any part of the review', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 }), fc.stringMatching(/^07[0-9]{8}$/), (at, number) => {
        const texts = ['Good', 'Good', 'Good'].map((text, i) => (i === at ? `${text} ${number.slice(0, 4)} ${number.slice(4)}` : text));
        expect(findModerationReasons(texts, false)).toContain('phone');
      }),
    );
  });
});

const item = (id: number, required = true) => ({ id, label: `Question ${id}`, label_sw: '', required, safety: false });
const form = [
  { id: 1, name: 'Water', name_sw: '', weight: 3, items: [item(1), item(2), item(3)] },
  { id: 2, name: 'Quiet', name_sw: '', weight: 1, items: [item(4), item(5, false)] },
];

describe('review score', () => {
  test('gives each category its weight, regardless of the number of questions in the category', () => {
    const given = [1, 2, 3].map((item_id) => ({ item_id, score: 5 }));
    expect(calculateScore(form, [...given, { item_id: 4, score: 1 }])).toBe(4);
    expect(calculateScore(form, [{ item_id: 4, score: 2 }])).toBe(2);
  });
  test('is between the lowest and the highest answer', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 5, maxLength: 5 }), (scores) => {
        const score = calculateScore(
          form,
          scores.map((one, at) => ({ item_id: at + 1, score: one })),
        );
        expect(score).toBeGreaterThanOrEqual(Math.min(...scores));
        expect(score).toBeLessThanOrEqual(Math.max(...scores));
      }),
    );
  });
  test('rejects answers that do not belong to the questions', () => {
    const four = [1, 2, 3, 4].map((item_id) => ({ item_id, score: 3 }));
    expect(validateReviewAnswers(form, four)).toBeNull();
    expect(validateReviewAnswers(form, four.slice(1))).toContain('Question 1');
    expect(validateReviewAnswers(form, [...four, { item_id: 9, score: 3 }])).toContain('no longer used');
    expect(validateReviewAnswers(form, [...four, { item_id: 4, score: 3 }])).toContain('two answers');
    expect(validateReviewAnswers([], [])).not.toBeNull();
  });
});

test('review author: the last name is shortened to its initial', () => {
  expect(shortenName('Grace Wanjiku Kamau')).toBe('Grace K.');
  expect(shortenName('Otieno')).toBe('Otieno');
});
