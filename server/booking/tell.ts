import type { EventName, EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import { dayOf } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { meNow } from '#server/kernel/me.ts';
import { everything } from '#server/kernel/scoped.ts';
import { answering } from '#server/listing/service.ts';
import { tell } from '#server/notification/service.ts';
import type { BookingRow } from './rows.ts';

const why = 'whom a booking is about, to be told of it';
type Ours = Extract<EventName, `booking.${string}`>;

/** What letters call it. */
export async function namesOf(ctx: Pick<Ctx, 'db'>, row: Pick<BookingRow, 'unit_id' | 'whole' | 'person_id'>) {
  const unit = await everything(ctx.db, 'unit', why)
    .select()
    .innerJoin('property', 'property.id', 'unit.property_id')
    .innerJoin('company', 'company.id', 'property.company_id')
    .select(['unit.name', 'property.name as property', 'company.name as company'])
    .where('unit.id', '=', row.unit_id)
    .executeTakeFirstOrThrow();
  const person = await everything(ctx.db, 'person', why).select().select('name').where('id', '=', row.person_id).executeTakeFirstOrThrow();
  return { home: row.whole ? unit.property : `${unit.name}, ${unit.property}`, company: unit.company, name: person.name };
}
export const dayText = (at: Date | null): string => (at === null ? '' : dayOf(at));

const key = (event: string, row: Pick<BookingRow, 'id' | 'revision'>, who: number, mark = '') => `${event}:${row.id}:${row.revision}:${who}${mark}`;

/** The booking in the reader's own dashboard. */
async function pageFor(ctx: Pick<Ctx, 'db'>, { id, code }: Pick<BookingRow, 'id' | 'code'>, personId: number): Promise<{ page?: string }> {
  const layout = (await meNow(ctx.db, personId))?.layout;
  if (!layout || layout === 'tenancy') return {};
  return { page: layout === 'tenant' ? linkTo('booking.one', layout, { id, code }) : linkTo('booking.detail', layout, { id, code }) };
}

export const tellApplicant = async <E extends Ours>(ctx: Ctx, row: BookingRow, event: E, params: EventParams<E>, mark = '') =>
  tell(ctx, {
    event,
    to: { personId: row.person_id },
    params,
    key: key(event, row, row.person_id, mark),
    ...(await pageFor(ctx, row, row.person_id)),
  });

/** Whoever answers for the listing, else those who lead the company that holds the property. */
export async function tellManagers<E extends Ours>(ctx: Ctx, row: BookingRow, event: E, params: EventParams<E>, mark = ''): Promise<void> {
  const listing =
    row.listing_id === null
      ? undefined
      : await everything(ctx.db, 'listing', why).select().select('contact_id').where('id', '=', row.listing_id).executeTakeFirst();
  for (const personId of await answering(ctx, { contact_id: listing?.contact_id ?? null, property_id: row.property_id }))
    await tell(ctx, { event, to: { personId }, params, key: key(event, row, personId, mark), ...(await pageFor(ctx, row, personId)) });
}
