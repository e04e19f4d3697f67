import { type TaxonCalls, taxonCalls } from '#contract/taxonomy/calls.ts';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import { type Route, serve } from '#server/http/registry.ts';
import * as service from './service.ts';

/** Each vocabulary is served by the same handlers; its calls say what it needs. */
export const taxonomyRoutes: Route[] = (Object.entries(taxonCalls) as [TaxonKind, TaxonCalls][]).flatMap(([kind, calls]) =>
  serve(calls, service.keeping(kind)),
);
