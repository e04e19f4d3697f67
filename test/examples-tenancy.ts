import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { make } from '#server/tenancy/service.ts';
import type { House } from './db.ts';
import type { Example, RoomExamples } from './example-kinds.ts';
import { addUnit, place } from './market.ts';

let n = 0;
const phone = () => `+25471${String(3_000_000 + ++n)}`;
/** The owner the sweep asks as is the first of them. */
const first = (house: House, user_type: number) =>
  house.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const unitOfFirst = async (house: House) => {
  const owner = await first(house, 4);
  const mine = await house.database.db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return mine ? addUnit(house, mine.id) : (await place(house)).unit;
};
/** One that has not begun, or one that is lived in. */
const tenancy = async (house: House, livedIn = false) => {
  const unitId = await unitOfFirst(house);
  const today = clock.today();
  const { id } = await house.database.db.transaction().execute((tx) =>
    make(atClock(tx), {
      unitId,
      startsOn: livedIn ? addDays(today, -60) : today,
      endsOn: addDays(today, 300),
      people: [{ somebody: { personId: null, name: 'Achieng', phone: phone(), email: null }, role: 'lead', shareBp: 10_000 }],
      rentCents: 4_500_000,
      period: 2,
      depositCents: 4_500_000,
      ...(livedIn ? { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: today } } : {}),
    }),
  );
  return id;
};

const examples: Readonly<Record<string, Example>> = {
  'tenancy.all': async (house) => {
    await tenancy(house);
    return { page: 1 };
  },
  'tenancy.mine': async () => ({ page: 1 }),
  'tenancy.details': async (house) => ({ id: await tenancy(house) }),
  'tenancy.create': async (house) => ({
    unit_id: await unitOfFirst(house),
    starts_on: clock.today(),
    ends_on: addDays(clock.today(), 364),
    rent_cents: 4_500_000,
    people: [{ name: 'Kamau', phone: phone(), role: 'lead', share_bp: 10_000 }],
  }),
};

export const roomExamples: RoomExamples = { examples, askers: Object.fromEntries(Object.keys(examples).map((key) => [key, 'owner' as const])) };
