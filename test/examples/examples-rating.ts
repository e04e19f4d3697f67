import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';

let n = 0;
const category = ({ database: { db } }: House) =>
  db
    .insertInto('rating_category')
    .values({ name: `Example ${++n}`, target: 'tenant', sort: 1000 + n })
    .returning('id')
    .executeTakeFirstOrThrow();
const item = async (house: House, category_id?: number) =>
  house.database.db
    .insertInto('rating_item')
    .values({ category_id: category_id ?? (await category(house)).id, label: `Question ${++n}`, sort: n })
    .returning('id')
    .executeTakeFirstOrThrow();

const ratingExamples: Readonly<Record<string, Example>> = {
  'rating.form': async () => ({ target: 'property' }),
  'rating.categories': async () => ({ page: 1 }),
  'rating.category': async (house) => ({ id: (await category(house)).id }),
  'rating.createCategory': async () => ({ name: `Made ${++n}`, target: 'tenant' }),
  'rating.updateCategory': async (house) => ({ id: (await category(house)).id, weight: 2 }),
  'rating.orderCategories': async (house) => ({ ids: [(await category(house)).id, (await category(house)).id].reverse() }),
  'rating.removeCategory': async (house) => ({ id: (await category(house)).id }),
  'rating.createItem': async (house) => ({ category_id: (await category(house)).id, label: `Asked ${++n}` }),
  'rating.updateItem': async (house) => ({ id: (await item(house)).id, safety: true }),
  'rating.orderItems': async (house) => {
    const { id } = await category(house);
    return { id, ids: [(await item(house, id)).id, (await item(house, id)).id].reverse() };
  },
  'rating.removeItem': async (house) => ({ id: (await item(house)).id }),
};

export const roomExamples: RoomExamples = { examples: ratingExamples };
