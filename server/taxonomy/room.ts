import { sql } from 'kysely';
import { type TaxonCalls, taxonCalls, taxonTable } from '#contract/taxonomy/calls.ts';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import * as service from './service.ts';
import { startWords } from './start.ts';

export const taxonomyRoom: ServerRoom = {
  readable: ['taxon'],
  calls: taxonTable,
  /** Each vocabulary is served by the same handlers; its calls say what it needs. */
  routes: () => (Object.entries(taxonCalls) as [TaxonKind, TaxonCalls][]).flatMap(([kind, calls]) => serve(calls, service.keeping(kind))),
  handlers: ({ database }) => ({
    'vocabulary.changed': async () => {
      await sql`select pg_notify('pages', '')`.execute(database.db);
    },
  }),
  vocabulary: startWords,
  without: because('Amenities and kinds are vocabulary of the platform.'),
};
