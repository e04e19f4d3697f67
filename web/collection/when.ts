import { dayOf, startOf } from '#contract/time/days.ts';
import { date, dateTime } from '#web/ui/format.ts';

/** When money came: a bank's statement, and who writes a payment down, says the day alone. */
export function whenOf({ received_at, created_at }: { readonly received_at: string | null; readonly created_at: string }): string {
  const at = received_at ?? created_at;
  const day = dayOf(new Date(at));
  return new Date(at).getTime() === startOf(day).getTime() ? date(day) : dateTime(at);
}
