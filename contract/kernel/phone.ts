import { z } from 'zod';
import { m } from '#words/messages.js';
import { barePhone, looksLikePhone } from './phone-text.ts';

/** A phone number as people write it; the server turns it into E.164 (server/kernel/phone.ts) and has the last word. */
export const phone = z
  .string()
  .trim()
  .max(40)
  .transform(barePhone)
  .refine(looksLikePhone, { error: () => m.problem_phone() });
