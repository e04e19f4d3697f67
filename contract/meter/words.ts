import { m } from '#words/messages.js';
import type { Fault } from './use.ts';

/** What is wrong with a value, beside the field and from the server alike. */
export const faultText = (fault: Fault, about: { readonly value: string; readonly day: string }) =>
  ({
    future: () => m.meter_problem_future(),
    order: () => m.meter_problem_order({ day: about.day }),
    digits: () => m.meter_problem_digits(),
    lower: () => m.meter_problem_lower({ value: about.value, day: about.day }),
    above_next: () => m.meter_problem_above_next(),
    not_rolled: () => m.meter_problem_not_rolled({ value: about.value }),
  })[fault]();
