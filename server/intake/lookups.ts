import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';

export const intakeLookups: Partial<ModuleLookups> = {
  occupantsIn: async (ctx, unitIds) => {
    const rows = await from(ctx, 'occupant')
      .leftJoin('opening_balance', 'opening_balance.occupant_id', 'occupant.id')
      .select(['occupant.unit_id', 'occupant.name', 'opening_balance.cents as balance_cents', 'as_of'])
      .where('occupant.unit_id', 'in', unitIds)
      .where('occupant.ended_at', 'is', null)
      .execute();
    return rows.map(({ unit_id, ...lives }) => [unit_id, { ...lives, tenancy: null }] as const);
  },
};
