import type pg from 'pg';
import { agent, agents } from './agents.ts';
import { cards, compare, similar } from './cards.ts';
import { property, unit } from './detail.ts';
import { facets } from './facets.ts';
import { listings } from './find.ts';
import { home } from './home.ts';
import { map } from './map.ts';
import { suggest } from './suggest.ts';

export { among } from './find.ts';
export { forgetWords, namesOf } from './words.ts';

const parts = { listings, facets, map, suggest, cards, compare, similar, home, property, unit, agents, agent };
type Parts = typeof parts;
type Searching = { [K in keyof Parts]: (ctx: unknown, input: Parameters<Parts[K]>[1]) => ReturnType<Parts[K]> };

/** Everything strangers look things up by, on connections that give up soon. A search engine would take the place of this room. */
export const searchIn = (reads: pg.Pool): Searching =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, (_ctx: unknown, input: never) => part(reads, input)])) as Searching;
