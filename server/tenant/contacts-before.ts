import { recordedContactDays } from '#contract/tenant/contact-days.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import type { TenantRow } from './rows.ts';

type Reach = { readonly phone: string | null; readonly email: string | null };
/** A contact that was replaced, with the time of the change. */
export type ContactBefore = Reach & { readonly at: string };

/** The contacts that the record had in the last days before a change, oldest first. */
export const readContactsBefore = (row: Pick<TenantRow, 'contacts_before'>): ContactBefore[] =>
  (row.contacts_before as ContactBefore[]).filter(({ at }) => new Date(at).getTime() > clock.ms() - recordedContactDays * dayMs);

/** What the record keeps when its contact changes. A number or email that is only added replaces none, but the earlier contact is kept with it. */
function listContactsBefore(before: TenantRow, after: Reach): ContactBefore[] {
  const kept = readContactsBefore(before);
  const isSame = before.phone === after.phone && before.email === after.email;
  const hadNone = before.phone === null && before.email === null;
  return isSame || hadNone ? kept : [...kept, { phone: before.phone, email: before.email, at: clock.now().toISOString() }];
}
export const keepContactBefore = (before: TenantRow, after: Reach): string => JSON.stringify(listContactsBefore(before, after));

/** What the record that stays keeps of both records when they are merged. */
export const mergeContactsBefore = (gone: TenantRow, kept: TenantRow, after: Reach): string =>
  JSON.stringify([gone, kept].flatMap((row) => listContactsBefore(row, after)).sort((a, b) => a.at.localeCompare(b.at)));
