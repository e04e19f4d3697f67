import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { isHandedTo } from '#server/property/service.ts';
import { stayFollows } from '#server/stay/service.ts';
import { handOverPeople } from './hand-over.ts';
import { tellManagers, tellTenants } from './tell.ts';
import { dropMovesAcross } from './transfer.ts';
import { logged } from './work.ts';

const why = 'a property was sold: who lives there stays, under its new holder';
/** A sale breaks no lease: tenancies follow the property to its new holder, who knows their tenants from now on. What is over stays with who let it. */
export async function propertySold(ctx: Ctx, { propertyId, fromCompany, toCompany }: Happenings['property.sold']): Promise<void> {
  if (toCompany === null || !(await isHandedTo(ctx.db, propertyId, toCompany))) return;
  await dropMovesAcross(ctx, propertyId);
  const rows = await everything(ctx.db, 'tenancy', why)
    .select()
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('company_id', '=', fromCompany)
    .where('status', '<>', 'terminate')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const [buyer] = await everything(ctx.db, 'company', why).select().select('name').where('id', '=', toCompany).execute();
  for (const row of rows) {
    const after = await everything(ctx.db, 'tenancy', why)
      .change()
      .set((eb) => ({ company_id: toCompany, agent_company_id: null, people_ask: null, revision: eb('revision', '+', 1), updated_at: clock.now() }))
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await logged(ctx, row, after, { was: { company_id: fromCompany }, is: { company_id: toCompany }, reason: 'the home was sold' });
    await handOverPeople(ctx, row.id, toCompany);
    await tellTenants(ctx, after, 'tenancy.new_holder', { holder: buyer?.name ?? '' }, String(after.revision));
    await tellManagers(ctx, after, 'tenancy.new_holder', { holder: buyer?.name ?? '' }, String(after.revision));
  }
  await stayFollows(ctx, propertyId, toCompany);
}
