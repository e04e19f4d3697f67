import { expect, test } from 'vitest';
import { policyCalls } from '#contract/policy/calls.ts';
import { searchCalls } from '#contract/search/calls.ts';
import { makePageCache } from './page-cache.ts';
import { readThroughCache } from './response-cache.ts';

const counting = () => {
  let n = 0;
  return async () => ({ n: ++n });
};

test('response cache: stores search counts for each search separately, until a listing changes', async () => {
  const pages = makePageCache();
  const ask = counting();
  const facets = (type: string) => readThroughCache(pages, searchCalls.facets, { type }, ask);
  expect([await facets('rent'), await facets('rent'), await facets('buy')]).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }]);
  pages.heard('property:7');
  expect(await facets('rent')).toEqual({ n: 3 });
});

test('response cache: an answer computed during a change is not stored', async () => {
  const pages = makePageCache();
  const ask = counting();
  await readThroughCache(pages, policyCalls.listForMenu, {}, async () => {
    pages.heard('');
    return ask();
  });
  expect(await readThroughCache(pages, policyCalls.listForMenu, {}, ask)).toEqual({ n: 2 });
});

test('response cache: never stores search results', async () => {
  const pages = makePageCache();
  const ask = counting();
  await readThroughCache(pages, searchCalls.listings, {}, ask);
  expect(await readThroughCache(pages, searchCalls.listings, {}, ask)).toEqual({ n: 2 });
});
