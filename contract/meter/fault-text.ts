import { m } from '#words/messages.js';
import type { ReadingFault } from './reading-rules.ts';

/** The error text of a value, shared by the form and the server. */
export const formatReadingFault = (fault: ReadingFault, about: { readonly value: string; readonly day: string }) =>
  ({
    future: () => m.meter_problem_future(),
    order: () => m.meter_problem_order({ day: about.day }),
    digits: () => m.meter_problem_digits(),
    lower: () => m.meter_problem_lower({ value: about.value, day: about.day }),
    above_next: () => m.meter_problem_above_next(),
    not_rolled: () => m.meter_problem_not_rolled({ value: about.value }),
  })[fault]();
