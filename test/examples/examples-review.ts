import type { Role } from '#contract/kernel/roles.ts';
import { formFor } from '#server/rating/service.ts';
import type { House } from '#test/db.ts';
import type { Example, Plant, RoomExamples } from '#test/example-kinds.ts';
import { addListing, addProperty, place } from '#test/worlds/market.ts';

let n = 0;
const first = ({ database: { db } }: House, user_type: number) =>
  db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();

/** A tour of the first tenant, who is the one the sweep asks as. */
const tour = async (house: House) => {
  const at = await place(house);
  const row = await house.database.db
    .insertInto('lead')
    .values({
      company_id: at.owner.me.companyId ?? 0,
      property_id: at.property,
      unit_id: at.unit,
      person_id: (await first(house, 0)).id,
      name: 'Wanjiru',
      phone: '+254712345678',
      status: 'touring',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const scores = async (house: House) =>
  (await formFor(house.database.db, 'property')).flatMap((category) => category.items.map((item) => ({ item_id: item.id, score: 4 })));

const review = async (house: House, facts: object = {}) => {
  const property_id = await addProperty(house, (await first(house, 4)).company_id ?? 0);
  const row = await house.database.db
    .insertInto('review')
    .values({
      target: 'property',
      property_id,
      author_id: (await first(house, 0)).id,
      basis: 'tour',
      basis_id: 900_000 + ++n,
      score: '4',
      body: `Water comes daily, review ${n}`,
      status: 'published',
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db
    .insertInto('review_score')
    .values((await scores(house)).map((one) => ({ ...one, review_id: row.id })))
    .execute();
  return row.id;
};

const reviewExamples: Readonly<Record<string, Example>> = {
  'review.published': async (house) => {
    const at = await place(house);
    await addListing(house, at);
    await review(house, { property_id: at.property });
    return { target: 'property', target_id: at.property, page: 1 };
  },
  'review.mine': async (house) => {
    await tour(house);
    return { page: 1 };
  },
  'review.write': async (house) => ({ target: 'property', basis: 'tour', basis_id: await tour(house), scores: await scores(house) }),
  'review.edit': async (house) => ({ id: await review(house), body: `Changed ${++n}` }),
  'review.all': async (house) => {
    await review(house);
    return { page: 1 };
  },
  'review.reply': async (house) => ({ id: await review(house), reply: 'The tank was mended in May.' }),
  'review.moderate': async (house) => ({ id: await review(house), move: 'hide', reason: 'Names a neighbour' }),
  'review.helpful': async (house) => ({ id: await review(house, { author_id: (await place(house)).owner.id }) }),
};
const reviewAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = { 'review.reply': 'owner', 'review.all': 'superadmin' };

/** In another world: one that waits, about a property nobody offers. */
const reviewPlant: Plant = async (house, { mark, region, people, companies }) => {
  await house.database.db
    .insertInto('review')
    .values({
      target: 'property',
      property_id: await addProperty(house, companies[0] ?? 0, { name: `${mark} reviewed`, region }),
      author_id: people.tenant?.id ?? 0,
      basis: 'tour',
      basis_id: 800_000 + ++n,
      score: '2',
      body: `${mark} body`,
      pros: `${mark} pros`,
      cons: `${mark} cons`,
    })
    .execute();
};

export const roomExamples: RoomExamples = { examples: reviewExamples, askers: reviewAskers, plant: reviewPlant };
