import { expect, test } from 'vitest';
import { type MessageKey, messages } from '#contract/messages.ts';
import { getErrorSentence, toErrorMessage } from './errors.ts';
import { CallRejectedError, NoAnswerError } from './send.ts';

const word = (key: MessageKey) => messages[key].en;

test('error toast: appends the exceeded limit to the specified text without repeating the specified text', () => {
  const many = (message: string) => new CallRejectedError(429, { error: 'Too Many Requests', message });
  expect(toErrorMessage(many('Ten invitations a day are enough.'), word).text).toBe(`${word('tooManyRequests')} Ten invitations a day are enough.`);
  expect(toErrorMessage(many(word('tooManyRequests')), word).text).toBe(word('tooManyRequests'));
});

test('error toast: lists the error sentence of each invalid field, or names a missing field as specified', () => {
  const wrong = (message: string, fields: Record<string, string>) =>
    toErrorMessage(new CallRejectedError(400, { error: 'Bad Request', message, fields }), word).text;
  const two = { notice_days: 'Enter 90 or less.', due_day: 'Enter 28 or less.' };
  expect(wrong('notice_days: Enter 90 or less.; due_day: Enter 28 or less.', two)).toBe('Enter 90 or less. Enter 28 or less.');
  const missing = `${word('requiredParameter')}: name`;
  expect(wrong(missing, { name: word('requiredParameter') })).toBe(missing);
});

test('error text: is the sentence of the first invalid field or of the rejection, and empty for a server fault', () => {
  expect(getErrorSentence(new CallRejectedError(400, { error: 'Bad Request', message: 'Look again', fields: { name: 'Enter a name' } }))).toBe(
    'Enter a name',
  );
  expect(getErrorSentence(new CallRejectedError(409, { error: 'Conflict', message: 'Somebody was faster' }))).toBe('Somebody was faster');
  expect([getErrorSentence(new CallRejectedError(500, { error: 'x', message: 'y' })), getErrorSentence(new NoAnswerError('z'))]).toEqual(['', '']);
});
