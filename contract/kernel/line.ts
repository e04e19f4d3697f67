import { z } from 'zod';
import { m } from '#words/messages.js';

/**
 * Characters that end a line, are invisible or change the direction of text. They would let a name add a header or a row, or look like another name.
 */
const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** A name, a title or any other text of one line; a text of several lines is a plain `z.string()`. */
export const singleLine = z
  .string()
  .trim()
  .regex(oneLine, { error: () => m.problem_one_line() });
