import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { isHandedTo } from '#server/property/service.ts';
import { moveStaysToOwner } from '#server/stay/service.ts';
import { handOver } from './hand-over.ts';
import { dropMovesAcross } from './people/transfer.ts';

const why = 'the property was sold and its tenants stay under the new owner';
/** A sale breaks no lease: tenancies follow the property to its new holder, who knows their tenants from now on. What is over stays with who let it. */
export async function onPropertySold(ctx: Ctx, { propertyId, fromCompany, toCompany }: DomainEvents['property.sold']): Promise<void> {
  if (toCompany === null || !(await isHandedTo(ctx.db, propertyId, toCompany))) return;
  await dropMovesAcross(ctx, propertyId);
  const rows = await systemRows(ctx.db, 'tenancy', why)
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('company_id', '=', fromCompany)
    .where('status', '<>', 'terminate')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const row of rows) await handOver(ctx, row, toCompany, 'the home was sold');
  await moveStaysToOwner(ctx, propertyId, toCompany);
}
