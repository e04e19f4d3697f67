import { z } from 'zod';
import { m } from '#words/messages.js';

/** A month of the ledger. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: () => m.ledger_problem_month() });
