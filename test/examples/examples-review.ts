import type { Role } from '#contract/kernel/roles.ts';
import { readRatingForm } from '#server/rating/service.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ExampleRowSeeder, ModuleExamples } from '#test/example-kinds.ts';
import { addListing, addProperty, createOwnerWithUnit } from '#test/fixtures/market.ts';

let n = 0;
const first = ({ database: { db } }: TestServices, user_type: number) =>
  db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();

/** A tour of the first tenant, whose account the sweep uses. */
const tour = async (services: TestServices) => {
  const at = await createOwnerWithUnit(services);
  const row = await services.database.db
    .insertInto('lead')
    .values({
      company_id: at.owner.me.companyId ?? 0,
      property_id: at.property,
      unit_id: at.unit,
      person_id: (await first(services, 0)).id,
      name: 'Wanjiru',
      phone: '+254712345678',
      status: 'touring',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const scores = async (services: TestServices) =>
  (await readRatingForm(services.database.db, 'property')).flatMap((category) => category.items.map((item) => ({ item_id: item.id, score: 4 })));

const review = async (services: TestServices, facts: object = {}) => {
  const property_id = await addProperty(services, (await first(services, 4)).company_id ?? 0);
  const row = await services.database.db
    .insertInto('review')
    .values({
      target: 'property',
      property_id,
      author_id: (await first(services, 0)).id,
      basis: 'tour',
      basis_id: 900_000 + ++n,
      score: '4',
      body: `Water comes daily, review ${n}`,
      status: 'published',
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.database.db
    .insertInto('review_score')
    .values((await scores(services)).map((one) => ({ ...one, review_id: row.id })))
    .execute();
  return row.id;
};

const reviewExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'review.listPublished': async (services) => {
    const at = await createOwnerWithUnit(services);
    await addListing(services, at);
    await review(services, { property_id: at.property });
    return { target: 'property', target_id: at.property, page: 1 };
  },
  'review.listOwn': async (services) => {
    await tour(services);
    return { page: 1 };
  },
  'review.write': async (services) => ({ target: 'property', basis: 'tour', basis_id: await tour(services), scores: await scores(services) }),
  'review.edit': async (services) => ({ id: await review(services), body: `Changed ${++n}` }),
  'review.list': async (services) => {
    await review(services);
    return { page: 1 };
  },
  'review.reply': async (services) => ({ id: await review(services), reply: 'The tank was mended in May.' }),
  'review.moderate': async (services) => ({ id: await review(services), move: 'hide', reason: 'Names a neighbour' }),
  'review.markHelpful': async (services) => ({ id: await review(services, { author_id: (await createOwnerWithUnit(services)).owner.id }) }),
};
const reviewAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = { 'review.reply': 'owner', 'review.list': 'superadmin' };

/** For the other company: a pending review of a property that has no listing. */
const seedReview: ExampleRowSeeder = async (services, { mark, region, people, companies }) => {
  await services.database.db
    .insertInto('review')
    .values({
      target: 'property',
      property_id: await addProperty(services, companies[0] ?? 0, { name: `${mark} reviewed`, region }),
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

export const moduleExamples: ModuleExamples = { examples: reviewExamples, askers: reviewAskers, seed: seedReview };
