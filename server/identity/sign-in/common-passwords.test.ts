import { expect, test } from 'vitest';
import { demoPassword } from '#server/db/demo/people/accounts.ts';
import { isCommonPassword } from './common-passwords.ts';

test.each(['password123', 'Password1234', 'QWERTYUIOP', '1234567890', 'liverpool2024!', 'aaaaaaaaaaaa', 'iloveyou2026'])(
  'common passwords: %s is recognised as common',
  (given) => expect(isCommonPassword(given)).toBe(true),
);
test.each(['A-long-password-1', demoPassword, 'nyumba-kumi-na-mbili', 'x8#kQ2-vw91z'])('common passwords: %s is not regarded as common', (given) =>
  expect(isCommonPassword(given)).toBe(false),
);
