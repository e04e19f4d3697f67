import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
const category = ({ database: { db } }: TestServices) =>
  db
    .insertInto('rating_category')
    .values({ name: `Example ${++n}`, target: 'tenant', sort: 1000 + n })
    .returning('id')
    .executeTakeFirstOrThrow();
const item = async (services: TestServices, category_id?: number) =>
  services.database.db
    .insertInto('rating_item')
    .values({ category_id: category_id ?? (await category(services)).id, label: `Question ${++n}`, sort: n })
    .returning('id')
    .executeTakeFirstOrThrow();

const ratingExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'rating.form': async () => ({ target: 'property' }),
  'rating.listCategories': async () => ({ page: 1 }),
  'rating.categoryDetails': async (services) => ({ id: (await category(services)).id }),
  'rating.createCategory': async () => ({ name: `Made ${++n}`, target: 'tenant' }),
  'rating.updateCategory': async (services) => ({ id: (await category(services)).id, weight: 2 }),
  'rating.orderCategories': async (services) => ({ ids: [(await category(services)).id, (await category(services)).id].reverse() }),
  'rating.removeCategory': async (services) => ({ id: (await category(services)).id }),
  'rating.createItem': async (services) => ({ category_id: (await category(services)).id, label: `Asked ${++n}` }),
  'rating.updateItem': async (services) => ({ id: (await item(services)).id, safety: true }),
  'rating.orderItems': async (services) => {
    const { id } = await category(services);
    return { id, ids: [(await item(services, id)).id, (await item(services, id)).id].reverse() };
  },
  'rating.removeItem': async (services) => ({ id: (await item(services)).id }),
};

export const moduleExamples: ModuleExamples = { examples: ratingExamples };
