import type { RatingTarget } from '#contract/rating/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';

type Question = readonly [label: string, label_sw: string, more?: { safety?: true; optional?: true }];
type Category = readonly [name: string, name_sw: string, weight: number, questions: readonly Question[]];

const starting: Partial<Readonly<Record<RatingTarget, readonly Category[]>>> = {
  property: [
    [
      'Water and power',
      'Maji na umeme',
      3,
      [
        ['Water runs when it should', 'Maji yanapatikana inavyotakiwa'],
        ['Power and backup', 'Umeme na jenereta'],
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
        ['Clean stairs, corridors and compound', 'Usafi wa ngazi, korido na ua'],
        ['Garbage is collected', 'Taka zinakusanywa'],
        ['Lifts and stairs work and are safe', 'Lifti na ngazi ni salama', { safety: true, optional: true }],
      ],
    ],
    [
      'Management',
      'Usimamizi',
      2,
      [
        ['Repairs are done in good time', 'Matengenezo hufanyika kwa wakati'],
        ['Charges are clear and fair', 'Ada ni wazi na za haki'],
        ['Caretaker and office listen', 'Mtunzaji na ofisi wanasikiliza'],
      ],
    ],
    [
      'Neighbourhood',
      'Mtaa',
      1,
      [
        ['Quiet enough to sleep', 'Utulivu wa kulala'],
        ['Near a stage, shops and schools', 'Karibu na stegi, maduka na shule'],
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
        ['Doors and windows lock', 'Milango na madirisha hufungika', { safety: true }],
      ],
    ],
    [
      'Water inside',
      'Maji ndani',
      2,
      [
        ['Pressure and hot water', 'Presha na maji moto'],
        ['No leaks or damp', 'Hakuna kuvuja wala unyevu'],
      ],
    ],
    [
      'Comfort',
      'Starehe',
      2,
      [
        ['Light and fresh air', 'Mwanga na hewa safi'],
        ['Noise from neighbours', 'Kelele za majirani'],
        ['Phone and internet', 'Simu na intaneti', { optional: true }],
      ],
    ],
    [
      'Worth the rent',
      'Thamani ya kodi',
      3,
      [
        ['As the listing showed it', 'Kama ilivyotangazwa'],
        ['Fair for its size and place', 'Bei ya haki kwa ukubwa na mahali'],
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
        ['Fees were told before', 'Ada zilielezwa mapema'],
        ['Asked for no money before the viewing', 'Hakuomba pesa kabla ya kutazama', { safety: true }],
      ],
    ],
    [
      'Service',
      'Huduma',
      2,
      [
        ['Answered quickly', 'Alijibu haraka'],
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
        ['Explained the papers', 'Alieleza mkataba', { optional: true }],
      ],
    ],
  ],
};

/** Every database starts with these; staff may change them afterwards. */
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
