import { sql } from 'kysely';
import { type TaxonCalls, taxonCalls, taxonCallTable } from '#contract/taxonomy/calls.ts';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { seedVocabulary } from './seed-vocabulary.ts';
import * as service from './service.ts';

export const taxonomyModule: ServerModule = {
  readable: ['taxon'],
  calls: taxonCallTable,
  /** All vocabularies share the same handlers. Each has its own permissions in its calls. */
  routes: () => (Object.entries(taxonCalls) as [TaxonKind, TaxonCalls][]).flatMap(([kind, calls]) => serveCalls(calls, service.taxonHandlers(kind))),
  handlers: ({ database }) => ({
    'vocabulary.changed': async () => {
      await sql`select pg_notify('pages', '')`.execute(database.db);
    },
  }),
  vocabulary: seedVocabulary,
  withoutFeatures: explainMissingFeatures('Amenities, types and categories are shared vocabulary.'),
};
