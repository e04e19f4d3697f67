import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SearchFilters } from '#contract/search/query.ts';
import { listSeedVocabulary } from '#server/taxonomy/seed-vocabulary.ts';
import { type DictionaryLocation, type DictionaryTaxon, makeDictionary } from './dictionary.ts';
import { parseQuery } from './parse-query.ts';

const place = (
  id: number,
  kind: DictionaryLocation['kind'],
  name: string,
  parent_id: number | null,
  n = 0,
  aliases: string[] = [],
): DictionaryLocation => ({
  id,
  kind,
  name,
  parent_id,
  n,
  aliases,
  slug: name.toLowerCase(),
  lat: null,
  lng: null,
  landmark: null,
  line: null,
  radius_km: null,
});
const places = [
  place(1, 'county', 'Nairobi', null, 900, ['Nai']),
  place(2, 'sub_county', 'Westlands', 1, 200),
  place(3, 'ward', 'Kilimani', 1, 90),
  place(4, 'estate', 'Kilimani', 3, 90),
  place(5, 'county', 'Kiambu', null, 300),
  place(6, 'sub_county', 'Juja', 5, 50),
  place(7, 'estate', 'Roysambu', 1, 40),
  place(8, 'county', 'Kajiado', null, 100),
  place(9, 'estate', 'Kitengela', 8, 20),
  place(10, 'county', 'Machakos', null, 60),
  place(11, 'estate', 'Mlolongo', 10, 5),
  place(12, 'estate', 'Kilimani', 10, 0),
  place(13, 'estate', 'South B', 1, 4),
  place(14, 'estate', 'Ongata Rongai', 8, 9, ['Rongai']),
  place(15, 'landmark', 'Garden City', 1, 7),
];
const taxons: DictionaryTaxon[] = listSeedVocabulary().map((w, i) => ({ ...w, id: i + 1, bit: w.kind === 'amenity' ? w.sort : null }));
const dictionary = makeDictionary(places, taxons);
const read = (text: string) => {
  const { filters, rest } = parseQuery(text, dictionary);
  return { ...filters, ...(rest ? { rest } : {}) };
};

describe('search text parser', () => {
  test.each<[string, Record<string, string>]>([
    ['2 bedroom kilimani under 60k borehole', { beds: '2', place: '3', max: '60000', amenities: 'borehole' }],
    ['bedsitter roysambu 8k-12k', { unit_type: 'bedsitter', place: '7', min: '8000', max: '12000' }],
    ['keja ya 15k juja', { place: '6', max: '15000' }],
    ['3br with DSQ', { beds: '3', amenities: 'dsq' }],
    ['godown mlolongo', { property_type: 'godown', place: '11' }],
    ['plot 50x100 kitengela', { category: 'land', type: 'buy', place: '9' }],
    ['to let westlands', { type: 'rent', place: '2' }],
    ['house for sale nairobi', { type: 'buy', place: '1' }],
    ['nyumba ya kuuza kiambu', { type: 'buy', place: '5' }],
    ['nyumba ya kukodisha juja chini ya 20,000', { type: 'rent', place: '6', max: '20000' }],
    ['1 bdrm ksh 25,000', { beds: '1', max: '25000' }],
    ['apartment from 30k to 50k', { property_type: 'apartment', min: '30000', max: '50000' }],
    ['over 100000 furnished', { min: '100000', furnished: 'furnished' }],
    ['kilimani nairobi', { place: '3' }],
    ['kilimani machakos', { place: '12' }],
    ['garden city 2br', { place: '15', beds: '2' }],
    ['2br garden kilimani', { place: '3', beds: '2', amenities: 'garden' }],
    ['kilimni', { place: '3' }],
    ['westland', { place: '2' }],
    ['south b two bedroom', { place: '13', beds: '2' }],
    ['vyumba 2 rongai', { beds: '2', place: '14' }],
    ['studio', { unit_type: 'studio' }],
    ['house 8 million', { max: '8000000' }],
    ['1.5m', { max: '1500000' }],
    ['between 10k and 20k', { min: '10000', max: '20000' }],
    ['2 bath 3 bed', { baths: '2', beds: '3' }],
    ['Jacaranda Heights', { rest: 'Jacaranda Heights' }],
    ['swimming pool gym', { amenities: 'pool,gym' }],
    ['', {}],
  ])('converts the text into filters: %s', (text, means) => expect(read(text)).toEqual(means));
});

test('search text parser: never throws, uses every word, and always returns valid filters', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '2',
      '3br',
      'bedroom',
      'under',
      'over',
      '60k',
      '8k-12k',
      'kilimani',
      'kilimni',
      'ksh',
      '25,000',
      'to',
      'let',
      'plot',
      '50x100',
      'between',
      'and',
      '-',
      'dsq',
      'from',
      'vyumba',
      '99999999999k',
      'Ongata',
    ),
    fc.string({ maxLength: 12, unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 14 }), (words) => {
      const text = words.join(' ');
      const got = parseQuery(text, dictionary);
      const bare = (t: string) => t.replace(/\s+/gu, '');
      expect(bare(got.spans.flatMap((s) => s.words).join(' '))).toBe(bare(text));
      expect(bare(got.rest)).toBe(
        bare(
          got.spans
            .filter((s) => s.as === 'rest')
            .flatMap((s) => s.words)
            .join(' '),
        ),
      );
      expect(SearchFilters.safeParse(got.filters).success).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
