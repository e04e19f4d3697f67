import { sql } from 'kysely';
import type { References } from '#server/kernel/references.ts';

export const featuredReferences: References = {
  async place(ctx, from, to) {
    await sql`/* all: what stood in a merged place moves along */ update featured_product set location_id = ${to} where location_id = ${from}`.execute(
      ctx.db,
    );
    return {};
  },
};
