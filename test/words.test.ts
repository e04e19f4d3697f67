import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, here, merged, readCatalogue, troublesOf } from '../words/catalogue.ts';
import { isLocale, setLocaleSource } from '../words/locale.ts';
import { sentencesOf, type Text } from '../words/text.ts';

const root = join(here, '..');
const { catalogue, troubles } = readCatalogue();
const en = merged(catalogue, 'en');
const sw = merged(catalogue, 'sw');

/** Keys that no source names, with the reason. Meant to stay empty: a text nobody shows is a text nobody corrects. */
const unusedOnPurpose: Record<string, string> = {};

const matching = (texts: Record<string, Text>, pattern: RegExp) =>
  Object.entries(texts).flatMap(([key, text]) => sentencesOf(text).flatMap((sentence) => (pattern.test(sentence) ? [`${key}: ${sentence}`] : [])));

describe('the catalogue', () => {
  it('has no trouble: JSON, owners, names, parameters equal in both languages, no Kiswahili without English', () => {
    expect(troubles).toEqual([]);
    expect(Object.keys(en).length).toBeGreaterThan(300);
  });
  it('speaks Kiswahili everywhere: every key has both languages', () => {
    expect(Object.keys(en).filter((key) => sw[key] === undefined)).toEqual([]);
  });
  it('neither shouts nor begs', () => {
    expect(matching(en, /!|\bplease\b/i)).toEqual([]);
    expect(matching(sw, /!|\btafadhali\b/i)).toEqual([]);
  });
  it('has one Kiswahili word a thing too (words/GLOSSARY.md)', () => {
    expect(
      matching(
        sw,
        /\b(wadhifa|nyadhifa|mamlaka|m?wenye nyumba|mwenye mali|namba|dalali|dokezo|madokezo|picha ya mbele|service charge|deposit|lease|zilizolipiwa|imelipiwa)\b/i,
      ),
    ).toEqual([]);
  });
  it('says what is wrong with a field in a sentence of its own, as the forms do', () => {
    const halves = (texts: Record<string, Text>) =>
      Object.entries(texts).filter(([key, text]) => /^(\w+_)?problem_/.test(key) && sentencesOf(text).some((said) => !/^[\p{Lu}{]/u.test(said)));
    expect([...halves(en), ...halves(sw)].map(([key]) => key)).toEqual([]);
  });
  it('names the thing instead of using jargon', () => {
    expect(matching(en, /\b(submit|items?|entity|entities|click here|confirm|ok|oops|invalid|flatmate|realtor|condo|zip code|utilities)\b/i)).toEqual(
      [],
    );
  });
  it('has one word a thing: a listing is no offer, a reserved unit is not ordered, a featured slot is no featured offer', () => {
    const kept = /\b(on offer|open to offers)\b/gi; // "homes on offer" and a price that can be talked about
    expect(
      matching(en, /\boffers?\b|\bordered\b/i).filter((said) => /\boffers?\b|\bordered\b/i.test(said.replace(/^[^:]+:/, '').replaceAll(kept, ''))),
    ).toEqual([]);
  });
});

describe('what the compiler refuses', () => {
  const room = (name: string, english: Record<string, Text>, kiswahili: Record<string, Text> = {}): Catalogue[number] => ({
    room: name,
    texts: { en: english, sw: kiswahili },
  });
  const refused = (...rooms: Catalogue) => troublesOf(rooms).join('\n');

  it.each([
    ['a key in two rooms', refused(room('a', { a_b: 'x' }), room('c', { a_b: 'x' })), 'a key belongs to one room'],
    ['a key outside its room', refused(room('a', { b_c: 'x' })), 'begin with "a_"'],
    [
      'a parameter that differs',
      refused(room('a', { a_b: 'Hi {name}' }, { a_b: 'Habari {jina}' })),
      'has the parameters (name) in English and (jina) in Kiswahili',
    ],
    ['a parameter that is missing', refused(room('a', { a_b: 'Hi {name}' }, { a_b: 'Habari' })), '(name) in English and () in Kiswahili'],
    ['Kiswahili without English', refused(room('a', {}, { a_b: 'Habari' })), 'has no English text'],
    ['a stray brace', refused(room('a', { a_b: 'Hi {first name}' })), 'brace'],
    ['an empty text', refused(room('a', { a_b: '' })), 'empty'],
    [
      'a plural without the rest',
      refused(room('a', { a_b: [{ declarations: ['input n', 'local p = n: plural'], match: { 'p=one': 'x' } }] })),
      'everything else',
    ],
    [
      'a formatter of its own',
      refused(room('a', { a_b: [{ declarations: ['input n', 'local p = n: number'], match: { 'p=*': 'x' } }] })),
      'only "input x"',
    ],
  ])('%s', (_, said, expected) => expect(said).toContain(expected));
});

describe('the compiled messages', () => {
  // Compiling takes half a second and touches only what changed, so the test never speaks of stale words.
  beforeAll(() => execFileSync(process.execPath, [join(here, 'compile.mjs')], { cwd: root }));

  it('speak the language of the source, count and weave', async () => {
    const { m } = await import('#words/messages.js');
    expect(m.shell_greeting_morning({ name: 'Esther' })).toBe('Good morning, Esther');
    setLocaleSource(() => 'sw');
    expect(m.shell_greeting_morning({ name: 'Esther' })).toBe('Habari za asubuhi, Esther');
    expect(m.shell_greeting_morning({ name: 'Esther' }, { locale: 'en' })).toBe('Good morning, Esther');
    expect(m.policy_new_title()).toBe('Sera mpya');
    setLocaleSource(() => 'en');
    expect([1, 2].map((count) => m.policy_count({ count }))).toEqual(['1 policy', '2 policies']);
  });
  it('know their languages', () => {
    expect(['en', 'sw', 'fr', undefined].map(isLocale)).toEqual([true, true, false, false]);
  });
});

/** Its own block, because it stays red until the screens that say these words are written. */
describe('every word is said somewhere', () => {
  it('in web/, server/ or contract/', () => {
    const sources = ['web', 'server', 'contract']
      .map((storey) => join(root, storey))
      .filter((storey) => existsSync(storey))
      .flatMap((storey) => readdirSync(storey, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const said = new Set(sources.flatMap((source) => [...source.matchAll(/\.([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g)].map(([, key]) => key)));
    expect(Object.keys(en).filter((key) => !said.has(key) && unusedOnPurpose[key] === undefined)).toEqual([]);
  });
});
