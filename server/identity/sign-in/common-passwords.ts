import { readFileSync } from 'node:fs';
import { invalid } from '#server/http/answer.ts';
import { m } from '#words/messages.js';

/** The commonest of @zxcvbn-ts/language-common (MIT): long ones as they are, short ones as what longer ones begin with. */
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
);

/** Whether somebody who guesses gets there early: a common password, in whatever case, with whatever digits and marks after it. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  return common.has(lower) || common.has(lower.replace(/[^a-z]+$/, '')) || /^(.)\1+$/.test(lower);
}

export function refuseCommon(password: string): void {
  if (isCommon(password)) throw invalid({ password: m.identity_problem_common() });
}
