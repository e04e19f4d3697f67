import { type TaxonKind, taxonKinds } from '#contract/taxonomy/kinds.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';

let n = 0;
const word = ({ database: { db } }: House, kind: TaxonKind) =>
  db
    .insertInto('taxon')
    .values({ kind, code: `example_${++n}`, name: `Example ${n}`, searchable: false, sort: 1000 + n })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Every vocabulary has the same calls, so it has the same examples. */
const taxonomyExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  taxonKinds.flatMap((kind): [string, Example][] => [
    [`taxonomy_${kind}.all`, async () => ({ page: 1 })],
    [`taxonomy_${kind}.details`, async (house) => ({ id: (await word(house, kind)).id })],
    [`taxonomy_${kind}.create`, async () => ({ name: `Made ${++n}`, searchable: false })],
    [`taxonomy_${kind}.update`, async (house) => ({ id: (await word(house, kind)).id, name_sw: 'Mfano' })],
    [`taxonomy_${kind}.order`, async (house) => ({ ids: [(await word(house, kind)).id, (await word(house, kind)).id].reverse() })],
    [`taxonomy_${kind}.merge`, async (house) => ({ id: (await word(house, kind)).id, into_id: (await word(house, kind)).id })],
    [`taxonomy_${kind}.remove`, async (house) => ({ id: (await word(house, kind)).id })],
  ]),
);

export const roomExamples: RoomExamples = { examples: taxonomyExamples };
