import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { isPropertyHandedToCompany } from '#server/property/service.ts';
import { moveStaysToOwner } from '#server/stay/service.ts';
import { transferTenancyToOwner } from './hand-over.ts';
import { cancelTransfersBetweenOwners } from './people/transfer.ts';

const why = 'the property was sold and its tenants stay under the new owner';
/**
 * On a change of owner (ownership transfer), leases do not end: current tenancies move to the new owner of the property, who sees their tenants from now on. Ended tenancies stay with
 * the former owner.
 */
export async function onPropertySold(ctx: Ctx, { propertyId, fromCompany, toCompany }: DomainEvents['property.sold']): Promise<void> {
  if (toCompany === null || !(await isPropertyHandedToCompany(ctx.db, propertyId, toCompany))) return;
  await cancelTransfersBetweenOwners(ctx, propertyId);
  const rows = await systemRows(ctx.db, 'tenancy', why)
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('company_id', '=', fromCompany)
    .where('status', '<>', 'terminate')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const row of rows) await transferTenancyToOwner(ctx, row, toCompany, 'the home was sold');
  await moveStaysToOwner(ctx, propertyId, toCompany);
}
