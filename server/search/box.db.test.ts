import { expect, test } from 'vitest';
import { SearchAnswer } from '#contract/search/calls.ts';
import { SearchQuery } from '#contract/search/query.ts';
import { opened } from '#server/http/json-text.ts';
import { freshHouse } from '#test/db.ts';
import { m } from '#words/messages.js';
import { listings } from './find.ts';

test('the examples in the search boxes find something in the demo, in each language', async () => {
  const house = await freshHouse('demo');
  for (const locale of ['en', 'sw'] as const)
    for (const hint of [m.portal_where_hint({}, { locale }), m.portal_words_hint({}, { locale })]) {
      const example = /“(.+)”/.exec(hint)?.[1] ?? hint;
      const found = SearchAnswer.parse(opened(await listings(house.database.reads, SearchQuery.parse({ q: example, type: 'rent' }))));
      expect(found.count, example).toBeGreaterThan(1);
      expect(Object.keys(found.understood.filters), example).toContain('place');
      expect(found.understood.rest, example).toBe('');
    }
});
