import { type TaxonKind, taxonKinds } from '#contract/taxonomy/kinds.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
const word = ({ database: { db } }: TestServices, kind: TaxonKind) =>
  db
    .insertInto('taxon')
    .values({ kind, code: `example_${++n}`, name: `Example ${n}`, searchable: false, sort: 1000 + n })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Every vocabulary has the same calls, so it has the same examples. */
const taxonomyExamples: Readonly<Record<string, CallExampleBuilder>> = Object.fromEntries(
  taxonKinds.flatMap((kind): [string, CallExampleBuilder][] => [
    [`taxonomy_${kind}.list`, async () => ({ page: 1 })],
    [`taxonomy_${kind}.details`, async (services) => ({ id: (await word(services, kind)).id })],
    [`taxonomy_${kind}.create`, async () => ({ name: `Made ${++n}`, searchable: false })],
    [`taxonomy_${kind}.update`, async (services) => ({ id: (await word(services, kind)).id, name_sw: 'Mfano' })],
    [`taxonomy_${kind}.reorder`, async (services) => ({ ids: [(await word(services, kind)).id, (await word(services, kind)).id].reverse() })],
    [`taxonomy_${kind}.merge`, async (services) => ({ id: (await word(services, kind)).id, into_id: (await word(services, kind)).id })],
    [`taxonomy_${kind}.remove`, async (services) => ({ id: (await word(services, kind)).id })],
  ]),
);

export const moduleExamples: ModuleExamples = { examples: taxonomyExamples };
