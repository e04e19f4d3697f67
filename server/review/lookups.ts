import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const reviewLookups: Partial<ModuleLookups> = {
  scoresOfCategory: (category) => sql`(select count(*) from review_score s join rating_item i on i.id = s.item_id where i.category_id = ${category})`,
  scoresOfItem: (item) => sql`(select count(*) as scores, avg(s.score)::float8 as average from review_score s where s.item_id = ${item})`,
};
