import type pg from 'pg';
import { readAgent, searchAgents } from './agents.ts';
import { compareListings, readCards, readSimilarListings } from './cards.ts';
import { readProperty, readUnitPage } from './detail.ts';
import { countFacets } from './facets.ts';
import { readHomePageListings } from './home-page.ts';
import { searchMap } from './map.ts';
import { searchListings } from './search-listings.ts';
import { suggestLocations } from './suggest.ts';

export { clearDictionaryCache, readFilterNames } from './dictionary-cache.ts';
export { findListingsMatchingSearch } from './search-listings.ts';

const parts = {
  listings: searchListings,
  facets: countFacets,
  map: searchMap,
  suggest: suggestLocations,
  cards: readCards,
  compare: compareListings,
  similar: readSimilarListings,
  home: readHomePageListings,
  property: readProperty,
  unit: readUnitPage,
  agents: searchAgents,
  agent: readAgent,
};
type Parts = typeof parts;
type Searching = { [K in keyof Parts]: (ctx: unknown, input: Parameters<Parts[K]>[1]) => ReturnType<Parts[K]> };

/** All public search calls, on connections with a short timeout. A search engine could replace this module. */
export const searchHandlers = (reads: pg.Pool): Searching =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, (_ctx: unknown, input: never) => part(reads, input)])) as Searching;
