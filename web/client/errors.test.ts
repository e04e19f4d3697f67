import { expect, test } from 'vitest';
import { type MessageKey, messages } from '#contract/messages.ts';
import { errorSentence, toErrorMessage } from './errors.ts';
import { CallRefused, NoAnswerError } from './send.ts';

const word = (key: MessageKey) => messages[key].en;

test('error text: the exceeded limit follows the specified text once', () => {
  const many = (message: string) => new CallRefused(429, { error: 'Too Many Requests', message });
  expect(toErrorMessage(many('Ten invitations a day are enough.'), word).text).toBe(`${word('tooManyRequests')} Ten invitations a day are enough.`);
  expect(toErrorMessage(many(word('tooManyRequests')), word).text).toBe(word('tooManyRequests'));
});

test('error toast: lists the sentences of the invalid fields and names a missing field as specified', () => {
  const wrong = (message: string, fields: Record<string, string>) =>
    toErrorMessage(new CallRefused(400, { error: 'Bad Request', message, fields }), word).text;
  const two = { notice_days: 'Enter 90 or less.', due_day: 'Enter 28 or less.' };
  expect(wrong('notice_days: Enter 90 or less.; due_day: Enter 28 or less.', two)).toBe('Enter 90 or less. Enter 28 or less.');
  const missing = `${word('requiredParameter')}: name`;
  expect(wrong(missing, { name: word('requiredParameter') })).toBe(missing);
});

test('error text: is the sentence of the first invalid field, and absent for a server fault', () => {
  expect(errorSentence(new CallRefused(400, { error: 'Bad Request', message: 'Look again', fields: { name: 'Enter a name' } }))).toBe('Enter a name');
  expect(errorSentence(new CallRefused(409, { error: 'Conflict', message: 'Somebody was faster' }))).toBe('Somebody was faster');
  expect([errorSentence(new CallRefused(500, { error: 'x', message: 'y' })), errorSentence(new NoAnswerError('z'))]).toEqual(['', '']);
});
