import { expect, test } from 'vitest';
import { describeMessages } from '#test/shots/mails.ts';

// Each message is written with usual values and, for its SMS, with long ones (name, unit, amount, link).
test.each(['en', 'sw'] as const)(
  'messages (%s): every SMS fits one segment without loss, and every mail subject has at most 60 characters',
  (locale) => {
    expect(describeMessages(locale).flatMap(({ faults }) => faults)).toEqual([]);
  },
);
