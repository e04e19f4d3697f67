import type { Ctx, Me } from '#server/kernel/ctx.ts';
import { everyMeNow } from '#server/kernel/me.ts';
import { everything } from '#server/kernel/scoped.ts';
import { screenPage } from '#server/notification/service.ts';
import type { LeadRow } from './rows.ts';

/** What a team limits one to are properties: an enquiry about none is anybody's. */
const mayWorkOn = ({ grants, limits }: Me, propertyId: number | null): boolean =>
  grants.has('contacts.edit') && (limits === null || propertyId === null || limits.propertyIds.includes(propertyId));

/** Those of the company whose enquiry it is who may work on it, judged as their own requests are: by role and by teams. */
export async function workersOn(ctx: Ctx, lead: Pick<LeadRow, 'company_id' | 'property_id'>): Promise<{ id: number; name: string }[]> {
  const people = await everything(ctx.db, 'person', 'those who work for the company whose enquiry it is')
    .select()
    .select(['id', 'name'])
    .where('company_id', '=', lead.company_id)
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .where('user_type', 'in', [4, 5, 6, 7])
    .orderBy('name')
    .limit(200)
    .execute();
  const everybody = await everyMeNow(
    ctx.db,
    people.map((one) => one.id),
  );
  const able = new Set(everybody.filter((me) => mayWorkOn(me, lead.property_id)).map((me) => me.userId));
  return people.filter((one) => able.has(one.id));
}

/** The enquiry, open in the reader's own dashboard. */
export const leadPage = (leadId: number) => screenPage('lead.list', {}, `lead=${leadId}`);
