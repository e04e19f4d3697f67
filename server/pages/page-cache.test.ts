import { describe, expect, test } from 'vitest';
import { getPageCacheTopic, makeCachedPage, makePageCache } from './page-cache.ts';

const page = (text: string) => makeCachedPage(Buffer.from(text), {});

/** A page cache with a simulated clock. */
function cache() {
  let time = 0;
  const due: { at: number; act: () => void }[] = [];
  const pages = makePageCache(
    1024 * 1024,
    (act, ms) => due.push({ at: time + ms, act }),
    () => time,
  );
  const pass = (ms: number) => {
    time += ms;
    for (const one of due.splice(0).sort((a, b) => a.at - b.at)) one.at <= time ? one.act() : due.push(one);
  };
  const keep = (...paths: string[]) => {
    for (const path of paths) pages.put(`en ${path}`, page(path), getPageCacheTopic(path, path !== '/policy/1/x'));
  };
  const has = (...paths: string[]) => paths.filter((path) => pages.get(`en ${path}`));
  return { pages, pass, keep, has };
}
const all = ['/listings', '/property/7/a', '/property/7/a/units', '/property/8/b', '/policy/1/x'];

describe('page cache', () => {
  test('derives the topic of a page (a property or search) from the address of the page', () =>
    expect(
      ['/property/7/a', '/property/7/a/units/3/b4', '/property/compare', '/listings', '/property/70'].map((path) => getPageCacheTopic(path, true)),
    ).toEqual(['property:7', 'property:7', 'search', 'search', 'property:70']));

  test('removes the pages of a changed property at once, and search pages within a second', () => {
    const { pages, pass, keep, has } = cache();
    keep(...all);
    pages.heard('property:7');
    expect(has(...all)).toEqual(['/property/8/b', '/policy/1/x']);
    keep('/listings');
    pages.heard('property:9');
    expect(has('/listings')).toEqual(['/listings']);
    pass(1000);
    expect(has('/listings')).toEqual([]);
  });

  test('removes all pages at most once a second after a change notification without a topic', () => {
    const { pages, pass, keep, has } = cache();
    keep(...all);
    pages.heard('');
    expect(has(...all)).toEqual([]);
    keep(...all);
    for (let i = 0; i < 50; i++) pages.heard('');
    expect(has(...all)).toEqual(all);
    pass(1000);
    expect(has(...all)).toEqual([]);
  });

  test('does not store a page that was rendered during a change', () => {
    const { pages, has } = cache();
    const since = pages.changes();
    pages.heard('property:7');
    pages.put('en /property/7/a', page('old'), 'property:7', since);
    expect(has('/property/7/a')).toEqual([]);
    pages.put('en /property/7/a', page('new'), 'property:7', pages.changes());
    expect(has('/property/7/a')).toEqual(['/property/7/a']);
  });
});
