import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCatalogueProblems, mergeTexts, readCatalogue, type WordCatalogue, wordsDirectory } from '../../words/catalogue.ts';
import { isLocale, setLocaleSource } from '../../words/locale.ts';
import { type MessageText, splitSentences } from '../../words/text.ts';

const root = join(wordsDirectory, '..');
const { catalogue, troubles } = readCatalogue();
const en = mergeTexts(catalogue, 'en');
const sw = mergeTexts(catalogue, 'sw');

/** Keys that no source file names, with the reason. The list should stay empty, because a text that is not shown is not corrected. */
const unusedOnPurpose: Record<string, string> = {};

const matching = (texts: Record<string, MessageText>, pattern: RegExp) =>
  Object.entries(texts).flatMap(([key, text]) => splitSentences(text).flatMap((sentence) => (pattern.test(sentence) ? [`${key}: ${sentence}`] : [])));

/** Examples of input, and names of the other language. */
const examples = /_(hint|example|example_property|cell_\w+)$|^shell_language_|_other_language$/;
/** Words with the same form in both languages: products, formats, keys of a keyboard, measures; and Kiswahili words with such an ending. */
const names = new Set(
  `maalum takriban alh jms jnn jpl jtn jtt am pm bedsitter csv ctrl cv earb enter etims excel google host https ip jpeg jpg javascript kb kes km kra ksh maps
  mb eft pesalink rtgs mkv mp mpeg murram outlook passkey paybill pdf pesa pin plus png pr safaricom sha shift sms stop till uuid vat webm webp whatsapp word xls xlsx
  multipart`.split(/\s+/),
);

describe('message catalogue', () => {
  it('is valid JSON with consistent parameters in both languages and an English text for every Kiswahili text', () => {
    expect(troubles).toEqual([]);
    expect(Object.keys(en).length).toBeGreaterThan(300);
  });
  it('has an English and a Kiswahili text for every key', () => {
    expect(Object.keys(en).filter((key) => sw[key] === undefined)).toEqual([]);
  });
  it('uses neither exclamation marks nor “tafadhali” (please) in Kiswahili', () => {
    expect(matching(sw, /!|\btafadhali\b/i)).toEqual([]);
  });
  it('uses one Kiswahili word for each term of docs/style-guide.md', () => {
    expect(
      matching(
        sw,
        /\b(wadhifa|nyadhifa|mamlaka|m?wenye nyumba|mwenye mali|namba|dalali|dokezo|madokezo|picha ya mbele|service charge|deposit|lease|zilizolipiwa|imelipiwa)\b/i,
      ),
    ).toEqual([]);
  });
  it('uses one Kiswahili word for each money term', () => {
    expect(matching(sw, /\bkodi ya serikali\b|\bkama kumbukumbu\b|\bkumbukumbu ya malipo\b|\bmalipo ya nje\b|\bmkoba\b/i)).toEqual([]);
    const named = (english: RegExp) => Object.fromEntries(Object.entries(sw).filter(([key]) => english.test(String(en[key]))));
    expect(matching(named(/^payouts?$/i), /^malipo$/i)).toEqual([]);
    expect(matching(named(/^(not matched)$/i), /julikan/i)).toEqual([]);
    expect(matching(named(/^(reference|payment reference)$/i), /kumbukumbu/i)).toEqual([]);
    expect(new Set(Object.values(named(/^tax$/i)))).toEqual(new Set(['Ushuru']));
  });
  it('uses the Kiswahili word for code, never the word for PIN, for a code sent by SMS', () => {
    expect(matching(sw, /nambari (ya|za) siri/i)).toEqual([]);
    const codes = Object.fromEntries(Object.entries(sw).filter(([key]) => /_code(_|$)/.test(key)));
    expect(matching(codes, /^nambari$|tuma nambari|nitumie nambari/i)).toEqual([]);
  });
  it('uses "saini" and "kutia saini" for signatures, and "sahihi" only for "correct"', () => {
    expect(matching(sw, /(?<!\b(ni|si|\w+kuwa|\w*si(yo|lo|cho|zo)) )\bsahihi\b/i)).toEqual([]);
    expect(matching(sw, /\w+saini(wa|we)?\b/i)).toEqual([]);
  });
  it('never writes "saa" before a clock time', () => {
    expect(matching(sw, /\bsaa (\{(time|when|at|moment|hour)\}|\d+:\d\d)|\{day\},? saa \{/i)).toEqual([]);
  });
  it('uses one Kiswahili term for each letting concept: booking, manager, document, notice, occupant', () => {
    expect(matching(sw, /\b(meneja|mameneja|waraka|nyaraka|mkaaji|umelipwa nje)\b/i)).toEqual([]);
    const ilani = Object.fromEntries(Object.entries(sw).filter(([key]) => /^(tenancy|tenant|living|paper|inspection|unit|portal)_/.test(key)));
    expect(matching(ilani, /\bilani\b/i)).toEqual([]);
    const bookings = Object.fromEntries(
      Object.entries(sw).filter(
        ([key]) => /^(application|bid|booking|living|tenancy|thread)_|_booking(s|_|$)/.test(key) && !key.startsWith('featured_'),
      ),
    );
    expect(matching(bookings, /\bnafasi\b(?! (yake|yako)\b)/i)).toEqual([]);
  });
  it('describes a booking or bid status in words that are correct for both parties', () => {
    const shared = Object.entries(sw).filter(([key]) => /^(booking_(stage|did)_|bid_status_)/.test(key) && key !== 'booking_did_apply');
    expect(matching(Object.fromEntries(shared), /^(ame|ana|ata)|mwombaji|mtoa ofa/i)).toEqual([]);
    expect(matching(Object.fromEntries(Object.entries(sw).filter(([key]) => /^booking_step_/.test(key))), /^\w*lipwa/i)).toEqual([]);
  });
  it('contains no English word in Kiswahili texts except names, formats and keys', () => {
    const left = Object.entries(sw).flatMap(([key, text]) =>
      examples.test(key)
        ? []
        : splitSentences(text).flatMap((said) =>
            (said.replaceAll(/\{[^}]*\}|https?:\S+|\S+@\S+/g, ' ').match(/[\p{L}’]{2,}/gu) ?? [])
              .filter((word) => /[^aeiou]$/i.test(word) && !names.has(word.toLowerCase()))
              .map((word) => `${key}: ${word}`),
          ),
    );
    expect(left).toEqual([]);
  });
  it('states each field error as a full sentence with a capital letter', () => {
    const halves = (texts: Record<string, MessageText>) =>
      Object.entries(texts).filter(([key, text]) => /^(\w+_)?problem_/.test(key) && splitSentences(text).some((said) => !/^[\p{Lu}{]/u.test(said)));
    expect([...halves(en), ...halves(sw)].map(([key]) => key)).toEqual([]);
  });
  it('uses one English term for each concept: listing, reserved unit, featured slot', () => {
    const kept = /\b(on offer|open to offers)\b/gi; // "homes on offer" and a negotiable price
    expect(
      matching(en, /\boffers?\b|\bordered\b/i).filter((said) => /\boffers?\b|\bordered\b/i.test(said.replace(/^[^:]+:/, '').replaceAll(kept, ''))),
    ).toEqual([]);
  });
});

describe('compile-time checks of the catalogue', () => {
  const module = (name: string, english: Record<string, MessageText>, kiswahili: Record<string, MessageText> = {}): WordCatalogue[number] => ({
    module: name,
    texts: { en: english, sw: kiswahili },
  });
  const refused = (...modules: WordCatalogue) => findCatalogueProblems(modules).join('\n');

  it.each([
    ['a key in two modules', refused(module('a', { a_b: 'x' }), module('c', { a_b: 'x' })), 'a key belongs to one module'],
    ['a key outside its module', refused(module('a', { b_c: 'x' })), 'begin with "a_"'],
    [
      'a parameter that differs',
      refused(module('a', { a_b: 'Hi {name}' }, { a_b: 'Habari {jina}' })),
      'has the parameters (name) in English and (jina) in Kiswahili',
    ],
    ['a parameter that is missing', refused(module('a', { a_b: 'Hi {name}' }, { a_b: 'Habari' })), '(name) in English and () in Kiswahili'],
    ['Kiswahili without English', refused(module('a', {}, { a_b: 'Habari' })), 'has no English text'],
    ['a stray brace', refused(module('a', { a_b: 'Hi {first name}' })), 'brace'],
    ['an empty text', refused(module('a', { a_b: '' })), 'empty'],
    [
      'a plural without the rest',
      refused(module('a', { a_b: [{ declarations: ['input n', 'local p = n: plural'], match: { 'p=one': 'x' } }] })),
      'everything else',
    ],
    [
      'a formatter of its own',
      refused(module('a', { a_b: [{ declarations: ['input n', 'local p = n: number'], match: { 'p=*': 'x' } }] })),
      'only "input x"',
    ],
  ])('report the mistake: %s', (_, said, expected) => expect(said).toContain(expected));
});

describe('compiled messages', () => {
  it('are in the current language and contain plural forms and inserted values', async () => {
    const { m } = await import('#words/messages.js');
    expect(m.shell_greeting_morning({ name: 'Esther' })).toBe('Good morning, Esther');
    setLocaleSource(() => 'sw');
    expect(m.shell_greeting_morning({ name: 'Esther' })).toBe('Habari za asubuhi, Esther');
    expect(m.shell_greeting_morning({ name: 'Esther' }, { locale: 'en' })).toBe('Good morning, Esther');
    expect(m.policy_new_title()).toBe('Sera mpya');
    setLocaleSource(() => 'en');
    expect([1, 2].map((count) => m.policy_count({ count }))).toEqual(['1 policy', '2 policies']);
  });
  it('accept English and Kiswahili as the only languages', () => {
    expect(['en', 'sw', 'fr', undefined].map(isLocale)).toEqual([true, true, false, false]);
  });
});

describe('dialogs that cancel a record', () => {
  it('do not label both the cancelling button and the closing button "Cancel"', () => {
    const both = /\blabel=\{m\.\w+_cancel\(\)\}(?![^>]*\bback=)[^>]*>|confirmLabel=\{m\.\w+_cancel\(\)\}\s+cancelLabel=\{m\.shell_cancel\(\)\}/;
    const files = globSync('web/**/*.tsx', { cwd: root });
    expect(files.filter((file) => both.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});

/** Each label of `contract/<module>/labels.ts`: its map, its value and the key of its message (empty if the label is no message). */
async function everyLabel() {
  const { m } = await import('#words/messages.js');
  const keys = new Map<unknown, string>(Object.entries(m).map(([key, message]) => [message, key]));
  const files = globSync('contract/*/labels.ts', { cwd: root }).filter((file) => !file.includes('/kernel/'));
  const found = files.map(async (file) => {
    const maps = Object.entries((await import(join(root, file))) as Record<string, object>);
    return maps.flatMap(([map, labels]) =>
      Object.entries(labels).map(([value, label]) => ({ map: `${file} ${map}`, value, key: keys.get(label) ?? '' })),
    );
  });
  return (await Promise.all(found)).flat();
}

it('labels: every value of every label map has a message', async () => {
  const all = await everyLabel();
  expect(all.length).toBeGreaterThan(700);
  expect(all.filter(({ key }) => key === '')).toEqual([]);
});

/** A block of its own, because it fails until the screens that use these messages are written. */
describe('use of the messages', () => {
  it('every message is used in web/, server/ or contract/', async () => {
    const sources = ['web', 'server', 'contract']
      .map((layer) => join(root, layer))
      .filter((layer) => existsSync(layer))
      .flatMap((layer) => readdirSync(layer, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const said = new Set(sources.flatMap((source) => [...source.matchAll(/\.([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g)].map(([, key]) => key)));
    for (const { key } of await everyLabel()) said.add(key);
    expect(Object.keys(en).filter((key) => !said.has(key) && unusedOnPurpose[key] === undefined)).toEqual([]);
  });
});
