import { z } from 'zod';
import { m } from '#words/messages.js';

/** What ends a line, is not seen, or turns the letters around it: a name with these is a second header, a second row or another name. */
const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** A name, a title, anything written on one line; what may have several is a plain `z.string()`. */
export const line = z
  .string()
  .trim()
  .regex(oneLine, { error: () => m.problem_one_line() });
