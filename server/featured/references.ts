import { sql } from 'kysely';
import type { ReferenceMoves } from '#server/kernel/references.ts';

export const featuredReferences: ReferenceMoves = {
  async place(ctx, from, to) {
    await sql`/* unscoped: references to a merged location move to the remaining location */ update featured_product set location_id = ${to} where location_id = ${from}`.execute(
      ctx.db,
    );
    return {};
  },
};
