import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';

export const unitLookups: Partial<ModuleLookups> = {
  seenUnit: (ctx, id) => from(ctx, 'unit').select(['unit.id', 'unit.property_id', 'unit.code']).where('unit.id', '=', id).executeTakeFirst(),
  unitsWith: (me, uses) => sql`from unit where ${uses} and ${visibleTo('unit', me)}`,
};
