import { z } from 'zod';
import { m } from '#words/messages.js';
import { isPlausiblePhone, stripPhone } from './phone-text.ts';

/** A phone number as people write it; the server converts it to E.164 (server/kernel/phone.ts) and makes the final check. */
export const phone = z
  .string()
  .trim()
  .max(40)
  .transform(stripPhone)
  .refine(isPlausiblePhone, { error: () => m.problem_phone() });
