import type { RatingTarget } from '#contract/rating/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';

type Question = readonly [label: string, label_sw: string, more?: { safety?: true; optional?: true }];
type Category = readonly [name: string, name_sw: string, weight: number, questions: readonly Question[]];

const starting: Partial<Readonly<Record<RatingTarget, readonly Category[]>>> = {
  property: [
    [
      'Water and electricity',
      'Maji na umeme',
      3,
      [
        ['Water supply is reliable', 'Maji yanapatikana inavyotakiwa'],
        ['Electricity supply and backup generator', 'Umeme na jenereta'],
        ['Wiring and meters are safe', 'Nyaya na mita ni salama', { safety: true }],
      ],
    ],
    [
      'Security',
      'Usalama',
      3,
      [
        ['Gate, guards and lighting', 'Lango, walinzi na taa', { safety: true }],
        ['You feel safe coming home at night', 'Unajisikia salama kurudi usiku', { safety: true }],
      ],
    ],
    [
      'Building and compound',
      'Jengo na mazingira',
      2,
      [
        ['Stairs, corridors and compound are clean', 'Usafi wa ngazi, korido na ua'],
        ['Garbage is collected', 'Taka zinakusanywa'],
        ['Lifts and stairs work and are safe', 'Lifti na ngazi ni salama', { safety: true, optional: true }],
      ],
    ],
    [
      'Management',
      'Usimamizi',
      2,
      [
        ['Repairs are done on time', 'Matengenezo hufanyika kwa wakati'],
        ['Charges are clear and fair', 'Ada ni wazi na za haki'],
        ['Caretaker and management office respond to tenants', 'Mtunzaji na ofisi wanasikiliza'],
      ],
    ],
    [
      'Neighbourhood',
      'Mtaa',
      1,
      [
        ['Quiet at night', 'Utulivu wa kulala'],
        ['Near a matatu stage, shops and schools', 'Karibu na stegi, maduka na shule'],
      ],
    ],
  ],
  unit: [
    [
      'Condition',
      'Hali ya nyumba',
      3,
      [
        ['Walls, floors and ceilings', 'Kuta, sakafu na dari'],
        ['Kitchen and bathroom', 'Jiko na bafu'],
        ['Doors and windows can be locked', 'Milango na madirisha hufungika', { safety: true }],
      ],
    ],
    [
      'Water supply in the home',
      'Maji ndani',
      2,
      [
        ['Water pressure and hot water', 'Presha na maji moto'],
        ['No leaks or damp', 'Hakuna kuvuja wala unyevu'],
      ],
    ],
    [
      'Comfort',
      'Starehe',
      2,
      [
        ['Natural light and ventilation', 'Mwanga na hewa safi'],
        ['Noise from neighbours', 'Kelele za majirani'],
        ['Mobile network and internet', 'Simu na intaneti', { optional: true }],
      ],
    ],
    [
      'Value for money',
      'Thamani ya kodi',
      3,
      [
        ['The home matches the listing', 'Kama ilivyotangazwa'],
        ['The rent is fair for the size and location', 'Bei ya haki kwa ukubwa na mahali'],
      ],
    ],
  ],
  agent: [
    [
      'Honesty',
      'Uaminifu',
      3,
      [
        ['The home was as described', 'Nyumba ilikuwa kama ilivyoelezwa'],
        ['Fees were explained in advance', 'Ada zilielezwa mapema'],
        ['Did not ask for money before the tour', 'Hakuomba pesa kabla ya kutazama', { safety: true }],
      ],
    ],
    [
      'Service',
      'Huduma',
      2,
      [
        ['Replied quickly', 'Alijibu haraka'],
        ['Kept the appointment', 'Alitimiza miadi'],
        ['Treated you with respect', 'Alikuheshimu'],
      ],
    ],
    [
      'Knowledge',
      'Ujuzi',
      1,
      [
        ['Knew the home and the area', 'Aliijua nyumba na eneo'],
        ['Explained the lease', 'Alieleza mkataba', { optional: true }],
      ],
    ],
  ],
};

/** A new database receives these categories and questions. Makao staff can change them afterwards. */
export async function seedRatings(db: Db): Promise<void> {
  const there = await db.selectFrom('rating_category').select('id').limit(1).executeTakeFirst();
  if (there) return;
  let sort = 0;
  for (const [target, categories] of Object.entries(starting) as [RatingTarget, readonly Category[]][]) {
    for (const [name, name_sw, weight, questions] of categories) {
      const { id } = await db
        .insertInto('rating_category')
        .values({ name, name_sw, target, weight, sort: sort++ })
        .returning('id')
        .executeTakeFirstOrThrow();
      const items = questions.map(([label, label_sw, more = {}], at) => ({
        category_id: id,
        label,
        label_sw,
        required: !more.optional,
        safety: more.safety === true,
        sort: at,
      }));
      await db.insertInto('rating_item').values(items).execute();
    }
  }
}
