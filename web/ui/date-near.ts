import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import { dateShort } from './format.ts';

/** 5 Nov, and of another year 5 Nov 2025: for lists that go back further than this one. */
export function dateNear(when: string): string {
  const year = dayOf(when).slice(0, 4);
  return year === clock.today().slice(0, 4) ? dateShort(when) : `${dateShort(when)} ${year}`;
}
