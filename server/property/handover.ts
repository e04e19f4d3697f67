import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

/**
 * Whether a sold property was handed over to this company. Until then, and for a buyer without a company, the former owner stays responsible for its
 * records.
 */
export async function isPropertyHandedToCompany(db: Db, propertyId: number, companyId: number | null): Promise<boolean> {
  if (companyId === null) return false;
  const held = await unscopedTable(db, 'property', 'the new owner of a property that was sold')
    .select()
    .select('company_id')
    .where('id', '=', propertyId)
    .executeTakeFirst();
  return held?.company_id === companyId;
}
