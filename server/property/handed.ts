import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';

/**
 * Whether a sold property was handed to this company here: a buyer without a company, or one to whom it was not handed yet, leaves what hangs on
 * it with who answers for it until then.
 */
export async function isHandedTo(db: Db, propertyId: number, companyId: number | null): Promise<boolean> {
  if (companyId === null) return false;
  const held = await everything(db, 'property', 'who holds it since it was sold')
    .select()
    .select('company_id')
    .where('id', '=', propertyId)
    .executeTakeFirst();
  return held?.company_id === companyId;
}
