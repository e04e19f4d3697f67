import { readFileSync } from 'node:fs';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { m } from '#words/messages.js';

/**
 * The most common passwords of @zxcvbn-ts/language-common (MIT). Long ones are compared as a whole, short ones as the beginning of longer passwords.
 */
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
);

/** Whether an attacker would try the password early: a common password in any case, with any digits and symbols after it. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return common.has(lower) || common.has(lower.replace(/[^a-z]+$/, '')) || /^(.)\1+$/.test(lower);
}

export function assertUncommonPassword(password: string): void {
  if (isCommonPassword(password)) throw invalidInputRefusal({ password: m.identity_problem_common() });
}
