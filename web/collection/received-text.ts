import { startOfDay, toNairobiDay } from '#contract/time/days.ts';
import { formatDate, formatDateTime } from '#web/ui/format.ts';

/** When a payment was received. A bank statement and a recorded payment have a day only. */
export function formatPaymentReceivedAt({ received_at, created_at }: { readonly received_at: string | null; readonly created_at: string }): string {
  const at = received_at ?? created_at;
  const day = toNairobiDay(new Date(at));
  return new Date(at).getTime() === startOfDay(day).getTime() ? formatDate(day) : formatDateTime(at);
}
