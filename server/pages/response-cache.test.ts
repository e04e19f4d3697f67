import { expect, test } from 'vitest';
import { policyCalls } from '#contract/policy/calls.ts';
import { searchCalls } from '#contract/search/calls.ts';
import { makePageCache } from './page-cache.ts';
import { cachedResponse } from './response-cache.ts';

const counting = () => {
  let n = 0;
  return async () => ({ n: ++n });
};

test('counts of a search are asked once, until something changes; another search has its own', async () => {
  const pages = makePageCache();
  const ask = counting();
  const facets = (type: string) => cachedResponse(pages, searchCalls.facets, { type }, ask);
  expect([await facets('rent'), await facets('rent'), await facets('buy')]).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }]);
  pages.heard('property:7');
  expect(await facets('rent')).toEqual({ n: 3 });
});

test('what was being asked while something changed is not kept', async () => {
  const pages = makePageCache();
  const ask = counting();
  await cachedResponse(pages, policyCalls.menu, {}, async () => {
    pages.heard('');
    return ask();
  });
  expect(await cachedResponse(pages, policyCalls.menu, {}, ask)).toEqual({ n: 2 });
});

test('offers themselves are always asked for', async () => {
  const pages = makePageCache();
  const ask = counting();
  await cachedResponse(pages, searchCalls.listings, {}, ask);
  expect(await cachedResponse(pages, searchCalls.listings, {}, ask)).toEqual({ n: 2 });
});
