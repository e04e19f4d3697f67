import { companyHeadUserTypes } from '#contract/kernel/roles.ts';
import type { RatingForm } from '#contract/rating/calls.ts';
import type { ModerationReason } from '#contract/review/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { readRatingForm } from '#server/rating/service.ts';
import { calculateScore } from '#server/review/score.ts';
import { agentReviewLabels, type ReviewMood, reviewCons, reviewDetails, reviewOpenings, reviewPros, reviewReplies } from './review-texts.ts';
import { createSeededRandom } from './seeded-dice.ts';

/** Adds reviews over eighteen months, each with the tour on which it is based. They are always the same, counted back from today. */
type Roll = () => number;
const pick = <T>(roll: Roll, from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T;
const ago = (days: number) => new Date(clock.ms() - days * 86_400_000);

type Where = {
  readonly property: number;
  readonly company: number;
  readonly unit: number | null;
  readonly agent: number | null;
  readonly holder: number;
};
type Made = {
  readonly target: 'property' | 'unit' | 'agent';
  readonly where: Where;
  readonly author: { readonly id: number; readonly name: string; readonly phone: string | null };
  readonly content: number;
  readonly days: number;
  readonly body?: string;
  readonly status?: 'pending' | 'hidden';
  readonly doubts?: readonly ModerationReason[];
  readonly reason?: string;
  /** The tour was of the property only, so nothing else can be reviewed after it. */
  readonly alone?: true;
};

export async function fillReviews(db: Db): Promise<void> {
  const roll = createSeededRandom(30_2026);
  const forms = { property: await readRatingForm(db, 'property'), unit: await readRatingForm(db, 'unit'), agent: await readRatingForm(db, 'agent') };
  const tenants = await db.selectFrom('person').select(['id', 'name', 'phone', 'email']).where('user_type', '=', 0).orderBy('id').limit(60).execute();
  const me = tenants.find((tenant) => tenant.email === 'tenant@makao.test');
  const authors = tenants.filter((tenant) => tenant !== me);
  const places = await readPlaces(db);
  if (!me || authors.length === 0 || places.length === 0) return;
  const add = (made: Made) => addReview(db, roll, forms[made.target], made, authors);
  for (const [at, where] of places.entries()) {
    // Ratings of a property are consistent: some are liked, some are not, most are between.
    const content = 2.6 + roll() * 2.2;
    const many = at < 12 ? 3 : at % 3 === 0 ? 1 : 2;
    for (let n = 0; n < many; n++) await add({ target: 'property', where, author: pick(roll, authors), content, days: 4 + Math.floor(roll() * 540) });
    if (at % 5 === 0 && where.unit) await add({ target: 'unit', where, author: pick(roll, authors), content, days: 6 + Math.floor(roll() * 500) });
    if (at % 5 === 2 && where.agent)
      await add({ target: 'agent', where, author: pick(roll, authors), content: 4, days: 5 + Math.floor(roll() * 500) });
  }
  const [first, second, third] = places as [Where, Where, Where];
  await add({ target: 'property', where: first, author: me, content: 4.4, days: 70, alone: true });
  await add({
    ...waiting(first, pick(roll, authors)),
    body: 'Good house, but call me on 0722 000 417 and I will show you a cheaper one next door.',
    doubts: ['phone'],
  });
  await add({
    ...waiting(second, pick(roll, authors)),
    body: 'See the other flats of this owner on www.nyumba-deals.co.ke before you decide.',
    doubts: ['link'],
  });
  const reason = 'The review names a neighbour and is not about the home';
  await add({ target: 'property', where: third, author: pick(roll, authors), content: 2, days: 33, status: 'hidden', reason });
  await openTours(db, me, places);
}

const waiting = (where: Where, author: Made['author']) => ({ target: 'property', where, author, content: 3.4, days: 1, status: 'pending' }) as const;

/** Live listings of verified properties, with the people who reply to their reviews. */
async function readPlaces(db: Db): Promise<Where[]> {
  const rows = await db
    .selectFrom('listing')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('person', (join) => join.onRef('person.id', '=', 'listing.contact_id').on('person.user_type', '=', 5))
    .innerJoin('person as holder', 'holder.company_id', 'property.company_id')
    .select(['property.id as property', 'property.company_id as company', 'listing.unit_id as unit', 'person.id as agent', 'holder.id as holder'])
    .where('listing.status', '=', 'live')
    .where('property.status', '=', 'verified')
    .where('holder.user_type', 'in', [...companyHeadUserTypes])
    .distinctOn('property.id')
    .orderBy('property.id')
    .orderBy('listing.id')
    .orderBy('holder.id')
    .execute();
  return rows.flatMap(({ holder, ...row }) => (holder === null ? [] : [{ ...row, holder }]));
}

/** The enquiry of which the tour was part. */
async function addTour(db: Db, where: Where, author: Made['author'], days: number, status: 'touring' | 'applied' | 'won' | 'lost', withAll: boolean) {
  const lead = await db
    .insertInto('lead')
    .values({
      property_id: where.property,
      unit_id: withAll ? where.unit : null,
      assigned_to: withAll ? (where.agent ?? where.holder) : where.holder,
      company_id: where.company,
      person_id: author.id,
      name: author.name,
      phone: author.phone ?? '+254700000000',
      message: 'Can I come and see it?',
      status,
      // Most enquiries are answered within the hour.
      first_answer_at: ago(days + 4 - (10 + (where.property % 7) * 9) / 1440),
      created_at: ago(days + 4),
      updated_at: ago(days + 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('move_log')
    .values({
      subject: 'lead',
      subject_id: lead.id,
      move: 'tour',
      from_state: 'new',
      to_state: 'touring',
      actor_type: 'owner',
      actor_id: where.holder,
    })
    .execute();
  return lead.id;
}

async function addReview(db: Db, roll: Roll, form: RatingForm, made: Made, readers: readonly { id: number }[]): Promise<void> {
  const { target, where, author, days, content } = made;
  const items = form.flatMap((category) => category.items);
  const given = items
    .filter((item) => item.required || roll() > 0.4)
    .map((item) => ({ item_id: item.id, score: Math.min(5, Math.max(1, Math.round(content + (roll() - 0.45) * 2.2))) }));
  const score = calculateScore(form, given);
  const mood: ReviewMood = score >= 3.9 ? 'good' : score >= 2.9 ? 'fair' : 'poor';
  const basis_id = await addTour(db, where, author, days, roll() > 0.6 ? 'won' : 'lost', !made.alone);
  const answered = made.status === undefined && roll() > 0.66;
  const helpers = made.status ? [] : readers.filter((reader) => reader.id !== author.id && roll() > 0.94);
  const row = await db
    .insertInto('review')
    .values({
      target,
      property_id: target === 'agent' ? null : where.property,
      unit_id: target === 'unit' ? where.unit : null,
      agent_id: target === 'agent' ? where.agent : null,
      author_id: author.id,
      basis: 'tour',
      basis_id,
      score: String(score),
      body:
        made.body ??
        (target === 'agent' ? pick(roll, agentReviewLabels[mood]) : `${pick(roll, reviewOpenings[mood])} ${pick(roll, reviewDetails[mood])}`),
      pros: target !== 'agent' && roll() > 0.5 ? pick(roll, reviewPros) : '',
      cons: target !== 'agent' && roll() > 0.6 ? pick(roll, reviewCons) : '',
      anonymous: roll() > 0.8,
      status: made.status ?? 'published',
      status_reason: made.reason ?? '',
      doubts: [...(made.doubts ?? [])],
      ...(answered
        ? {
            reply: pick(roll, reviewReplies[mood]),
            replied_by: target === 'agent' ? where.agent : where.holder,
            replied_at: ago(Math.max(1, days - 2)),
          }
        : {}),
      helpful: helpers.length,
      created_at: ago(days),
      updated_at: ago(days),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('review_score')
    .values(given.map((one) => ({ ...one, review_id: row.id })))
    .execute();
  if (helpers.length > 0)
    await db
      .insertInto('review_helpful')
      .values(helpers.map(({ id }) => ({ review_id: row.id, person_id: id })))
      .execute();
}

/** Adds recent tours of the demo tenant, which the tenant can review now. */
async function openTours(db: Db, me: Made['author'], places: readonly Where[]): Promise<void> {
  const withAgent = places.find((where, at) => at > 0 && where.agent !== null && where.unit !== null);
  const another = places.find((where) => where !== withAgent && where !== places[0]);
  if (withAgent) await addTour(db, withAgent, me, 3, 'touring', true);
  if (another) await addTour(db, another, me, 9, 'applied', false);
}
