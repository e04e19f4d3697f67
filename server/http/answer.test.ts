import { describe, expect, test } from 'vitest';
import { sentence } from '#server/kernel/locale.ts';
import type { Sentence } from '../../words/sentence.ts';
import { invalidInput } from './answer.ts';

const say = (text: string) => text as Sentence;

describe('error of invalid input', () => {
  test('joins full sentences by a space, so that no full stop precedes a semicolon', () => {
    const { message } = invalidInput({ name: say('Enter a name.'), rent: say('Enter an amount above 0.') });
    expect(message).toBe('name: Enter a name. rent: Enter an amount above 0.');
  });

  test('keeps the specified wording of missing parameters, separated by semicolons', () => {
    const required = sentence('requiredParameter');
    expect(invalidInput({ name: required, rent: required }).message).toBe(`${required}: name; ${required}: rent`);
  });
});
