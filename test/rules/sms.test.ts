import { expect, test } from 'vitest';
import { describeMessages } from '#test/shots/mails.ts';

// Each message is written with usual values and, for its SMS, with long ones (name, unit, amount, link).
test.each(['en', 'sw'] as const)('messages: the SMS says everything in one segment and the subject has 60 characters at most (%s)', (locale) => {
  expect(describeMessages(locale).flatMap(({ faults }) => faults)).toEqual([]);
});
