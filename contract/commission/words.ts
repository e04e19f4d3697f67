import { m } from '#words/messages.js';
import type { CommissionHead } from './calls.ts';

export const statusWords: Readonly<Record<CommissionHead['status'], () => string>> = {
  accrued: m.commission_status_accrued,
  paid: m.commission_status_paid,
  reversed: m.commission_status_reversed,
};
