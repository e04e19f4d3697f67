import type { Ctx, Me } from '#server/kernel/ctx.ts';
import { readPeopleAsCallers } from '#server/kernel/me.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { screenPagePath } from '#server/notification/service.ts';
import type { LeadRow } from './rows.ts';

/** Teams limit people to properties, so an enquiry without a property is open to all of them. */
const mayWorkOn = ({ grants, limits }: Me, propertyId: number | null): boolean =>
  grants.has('contacts.edit') && (limits === null || propertyId === null || limits.propertyIds.includes(propertyId));

/** The people of the enquiry's company who may work on it, by the same rules as for their own requests: role and teams. */
export async function listLeadAssignees(ctx: Ctx, lead: Pick<LeadRow, 'company_id' | 'property_id'>): Promise<{ id: number; name: string }[]> {
  const people = await unscopedTable(ctx.db, 'person', 'staff of the company that received the enquiry')
    .select()
    .select(['id', 'name'])
    .where('company_id', '=', lead.company_id)
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .where('user_type', 'in', [4, 5, 6, 7])
    .orderBy('name')
    .limit(200)
    .execute();
  const everybody = await readPeopleAsCallers(
    ctx.db,
    people.map((one) => one.id),
  );
  const able = new Set(everybody.filter((me) => mayWorkOn(me, lead.property_id)).map((me) => me.userId));
  return people.filter((one) => able.has(one.id));
}

/** The page of the enquiry in the reader's own dashboard. */
export const leadPagePath = (leadId: number) => screenPagePath('lead.list', {}, `lead=${leadId}`);
