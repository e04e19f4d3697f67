import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { hashTermsToken, makeTermsToken } from '#server/tenancy/people/terms-request.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import type { TestServices } from '#test/db.ts';
import type { ModuleExamples } from '#test/example-kinds.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';

/** The link of a person without an account who is asked to confirm an imported tenancy. */
const link = async (services: TestServices): Promise<string> => {
  const { unit: unitId } = await createOwnerWithUnit(services);
  const { db } = services.database;
  const today = clock.today();
  const somebody = { personId: null, name: 'Achieng', phone: null, email: 'achieng@example.com' };
  const { id } = await db.transaction().execute((tx) =>
    createTenancy(asClock(tx), {
      ...{ unitId, startsOn: today, endsOn: addDays(today, 300), rentCents: 4_500_000, period: 2, depositCents: 0 },
      people: [{ somebody, role: 'lead', shareBp: 10_000 }],
    }),
  );
  const place = await db.selectFrom('tenancy_person').select('id').where('tenancy_id', '=', id).executeTakeFirstOrThrow();
  const token = makeTermsToken(place.id);
  const ask = { version: 1, asked: [place.id], yes: [], until: null, links: { [place.id]: hashTermsToken(token) }, by: null, at: clock.now() };
  await db
    .updateTable('tenancy')
    .set({ terms_ask: JSON.stringify(ask) })
    .where('id', '=', id)
    .execute();
  return token;
};

export const moduleExamples: ModuleExamples = {
  examples: {
    'tenancyTerms.readTerms': async (services) => ({ token: await link(services) }),
    'tenancyTerms.answerTerms': async (services) => ({ token: await link(services), answer: 'not_me' }),
  },
};
