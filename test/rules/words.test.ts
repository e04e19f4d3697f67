import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Catalogue, here, merged, readCatalogue, troublesOf } from '../../words/catalogue.ts';
import { isLocale, setLocaleSource } from '../../words/locale.ts';
import { sentencesOf, type Text } from '../../words/text.ts';

const root = join(here, '..');
const { catalogue, troubles } = readCatalogue();
const en = merged(catalogue, 'en');
const sw = merged(catalogue, 'sw');

/** Keys that no source names, with the reason. Meant to stay empty: a text nobody shows is a text nobody corrects. */
const unusedOnPurpose: Record<string, string> = {};

const matching = (texts: Record<string, Text>, pattern: RegExp) =>
  Object.entries(texts).flatMap(([key, text]) => sentencesOf(text).flatMap((sentence) => (pattern.test(sentence) ? [`${key}: ${sentence}`] : [])));

/** What an example shows as it is typed, and what names the other language. */
const examples = /_(hint|example|example_property|cell_\w+)$|^shell_language_|_other_language$/;
/** What is called so in Kenya whatever language is spoken: products, formats, keys of a keyboard, measures; and the Kiswahili words that end so. */
const names = new Set(
  `maalum takriban alh jms jnn jpl jtn jtt am pm bedsitter csv ctrl cv earb enter etims excel google host https ip jpeg jpg javascript kb kes km kra ksh maps
  mb mkv mp mpeg murram outlook passkey paybill pdf pesa pin plus png pr safaricom sha shift sms stop till uuid vat webm webp whatsapp word xls xlsx
  multipart`.split(/\s+/),
);

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
  it('has one word for each thing of money: payment and payout, reference and log, tax and rent, not matched and unknown', () => {
    expect(matching(sw, /\bkodi ya serikali\b|\bkama kumbukumbu\b|\bkumbukumbu ya malipo\b|\bmalipo ya nje\b|\bmkoba\b/i)).toEqual([]);
    const named = (english: RegExp) => Object.fromEntries(Object.entries(sw).filter(([key]) => english.test(String(en[key]))));
    expect(matching(named(/^payouts?$/i), /^malipo$/i)).toEqual([]);
    expect(matching(named(/^(not matched)$/i), /julikan/i)).toEqual([]);
    expect(matching(named(/^(reference|payment reference)$/i), /kumbukumbu/i)).toEqual([]);
    expect(new Set(Object.values(named(/^tax$/i)))).toEqual(new Set(['Ushuru']));
    expect(new Set(Object.values(named(/^number of the transfer$/i)))).toEqual(new Set(['Nambari ya muamala']));
  });
  it('calls a code from an SMS a code: only the M-Pesa PIN is secret, and nobody asks for it', () => {
    expect(matching(sw, /nambari (ya|za) siri/i)).toEqual([]);
    const codes = Object.fromEntries(Object.entries(sw).filter(([key]) => /_code(_|$)/.test(key)));
    expect(matching(codes, /^nambari$|tuma nambari|nitumie nambari/i)).toEqual([]);
  });
  it('signs with "saini", and "kutia" it: "sahihi" is only what is right', () => {
    expect(matching(sw, /(?<!\b(ni|si|\w+kuwa|\w*si(yo|lo|cho|zo)) )\bsahihi\b/i)).toEqual([]);
    expect(matching(sw, /\w+saini(wa|we)?\b/i)).toEqual([]);
  });
  it('gives a clock time no "saa": 10:00 AM is "saa nne asubuhi" to the reader', () => {
    expect(matching(sw, /\bsaa (\{(time|when|at|moment|hour)\}|\d+:\d\d)|\{day\},? saa \{/i)).toEqual([]);
  });
  it('has one word for each thing of letting: booking, manager, papers, notice, occupant', () => {
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
  it('says of a state what both sides can read: the applicant and the bidder read it about themselves', () => {
    const shared = Object.entries(sw).filter(([key]) => /^(booking_(stage|did)_|bid_status_)/.test(key) && key !== 'booking_did_apply');
    expect(matching(Object.fromEntries(shared), /^(ame|ana|ata)|mwombaji|mtoa ofa/i)).toEqual([]);
    expect(matching(Object.fromEntries(Object.entries(sw).filter(([key]) => /^booking_step_/.test(key))), /^\w*lipwa/i)).toEqual([]);
  });
  it('leaves no English in Kiswahili: a word that ends in a consonant is a name, a format or a key', () => {
    const left = Object.entries(sw).flatMap(([key, text]) =>
      examples.test(key)
        ? []
        : sentencesOf(text).flatMap((said) =>
            (said.replaceAll(/\{[^}]*\}|https?:\S+|\S+@\S+/g, ' ').match(/[\p{L}’]{2,}/gu) ?? [])
              .filter((word) => /[^aeiou]$/i.test(word) && !names.has(word.toLowerCase()))
              .map((word) => `${key}: ${word}`),
          ),
    );
    expect(left).toEqual([]);
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

describe('a dialog that cancels something', () => {
  it('does not offer "Cancel" as the way back from it', () => {
    const both = /\blabel=\{m\.\w+_cancel\(\)\}(?![^>]*\bback=)[^>]*>|confirmLabel=\{m\.\w+_cancel\(\)\}\s+cancelLabel=\{m\.shell_cancel\(\)\}/;
    const files = globSync('web/**/*.tsx', { cwd: root });
    expect(files.filter((file) => both.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});

/** Each label of `contract/<room>/labels.ts`: its map, its value and the key of its message (empty if the label is no message). */
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

it('labels: every value of every map has a message', async () => {
  const all = await everyLabel();
  expect(all.length).toBeGreaterThan(700);
  expect(all.filter(({ key }) => key === '')).toEqual([]);
});

/** Its own block, because it stays red until the screens that say these words are written. */
describe('every word is said somewhere', () => {
  it('in web/, server/ or contract/', async () => {
    const sources = ['web', 'server', 'contract']
      .map((storey) => join(root, storey))
      .filter((storey) => existsSync(storey))
      .flatMap((storey) => readdirSync(storey, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const said = new Set(sources.flatMap((source) => [...source.matchAll(/\.([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g)].map(([, key]) => key)));
    for (const { key } of await everyLabel()) said.add(key);
    expect(Object.keys(en).filter((key) => !said.has(key) && unusedOnPurpose[key] === undefined)).toEqual([]);
  });
});
