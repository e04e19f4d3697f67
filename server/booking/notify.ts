import type { EventName, EventParams } from '#contract/modules.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import { readListingContacts } from '#server/listing/service.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import type { BookingRow } from './rows.ts';

type Ours = Extract<EventName, `booking.${string}`>;

/** The names used in messages about a booking. */
export async function readBookingNames(ctx: Pick<Ctx, 'db'>, row: BookingRow) {
  const unit = await parentOf(ctx.db, row, 'unit_id', 'unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .innerJoin('company', 'company.id', 'property.company_id')
    .select(['unit.name', 'property.name as property', 'company.name as company'])
    .executeTakeFirstOrThrow();
  const person = await parentOf(ctx.db, row, 'person_id', 'person').select('name').executeTakeFirstOrThrow();
  return { home: row.whole ? unit.property : `${unit.name}, ${unit.property}`, company: unit.company, name: person.name };
}
export const formatBookingDay = (at: Date | null): string => (at === null ? '' : toNairobiDay(at));

async function send<E extends Ours>(
  ctx: Ctx,
  { id, code, revision }: BookingRow,
  ids: readonly number[],
  event: E,
  params: EventParams<E>,
  mark: string,
) {
  const to = ids.map((personId) => ({ to: { personId }, mark: `${personId}${mark}` }));
  const page = screenPagePath(['booking.one', 'booking.detail'], { id, code });
  await notifyAudience(ctx, event, params, createNotificationAudience().readers(to), { key: `${id}:${revision}`, page });
}

export const notifyApplicant = <E extends Ours>(ctx: Ctx, row: BookingRow, event: E, params: EventParams<E>, mark = ''): Promise<void> =>
  send(ctx, row, [row.person_id], event, params, mark);

/** Notifies the contact of the listing, otherwise the heads of the company that manages the property. */
export async function notifyBookingManagers<E extends Ours>(ctx: Ctx, row: BookingRow, event: E, params: EventParams<E>, mark = ''): Promise<void> {
  const listing = row.listing_id === null ? undefined : await parentOf(ctx.db, row, 'listing_id', 'listing').select('contact_id').executeTakeFirst();
  const ids = await readListingContacts(ctx, { contact_id: listing?.contact_id ?? null, property_id: row.property_id });
  await send(ctx, row, ids, event, params, mark);
}
