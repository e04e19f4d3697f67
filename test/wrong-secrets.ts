import { computeTotpCode, computeTotpStep } from '#server/identity/sign-in/totp.ts';

/** The same key with a changed last character. A fixed character would sometimes equal the original; A and Q differ in the bits that base64 keeps. */
export const tamperKey = (key: string): string => `${key.slice(0, -1)}${key.endsWith('A') ? 'Q' : 'A'}`;

/** Six digits that equal none of these codes. A fixed wrong code would sometimes equal the random code. */
export const makeWrongCode = (...codes: readonly string[]): string =>
  Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)).find((code) => !codes.includes(code)) ?? '';

/** A wrong code for an authenticator app, which accepts several codes at once: none of the codes of the next minutes. */
export const makeWrongTotp = (secret: Uint8Array): string =>
  makeWrongCode(...[-1, 0, 1, 2, 3, 4, 5].map((steps) => computeTotpCode(secret, computeTotpStep(Date.now()) + steps)));
