import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modules } from '#contract/modules.ts';
import { mergeTexts, readCatalogue, wordsDirectory } from '../../words/catalogue.ts';
import { type MessageText, splitSentences } from '../../words/text.ts';

/**
 * Promises that no text may make before the feature exists, in both languages, and the feature that makes them true. The line is removed once the
 * feature exists.
 */
type Promised = { says: readonly RegExp[]; until: string; there: () => boolean };
const root = join(wordsDirectory, '..');
const hasModule = (name: string) => name in modules;

const promises: readonly Promised[] = [
  {
    says: [/book (a )?(visit|viewing|tour)s?/i, /(panga|weka) (miadi|ziara|kwenda kuona)/i],
    until: 'the module tour',
    there: () => hasModule('tour'),
  },
  {
    says: [/until a (tour|visit|viewing)/i, /when you agree a visit/i, /hadi ziara/i, /mkikubaliana kutembelea/i],
    until: 'the module tour',
    there: () => hasModule('tour'),
  },
  {
    // The grants of a mandate between owner and agent are no promise of Makao.
    says: [/(?<!may )(pay|collect)s? (the )?rent/i, /(lipa|kusanya) kodi/i],
    until: 'the module payment',
    there: () => hasModule('payment'),
  },
  { says: [/follow repairs/i, /fuatilia ukarabati/i], until: 'the module upkeep', there: () => hasModule('upkeep') },
  { says: [/earn commission/i, /upate kamisheni/i], until: 'the module commission', there: () => hasModule('commission') },
  { says: [/typical water/i, /bili ya kawaida ya maji/i], until: 'the module meter', there: () => hasModule('meter') },
  {
    says: [/\bapp on your phone\b/i, /\bopen the app\b/i, /programu kwenye simu yako/i],
    until: 'an installable app',
    there: () => existsSync(join(root, 'public/manifest.webmanifest')),
  },
  {
    says: [/(numbers?|phones?) (stays?|is|are) hidden/i, /nambari[^.]{0,20}hufichwa/i],
    until: 'phone numbers that are hidden until a tour is agreed, in the module tour',
    there: () => hasModule('tour'),
  },
  // This cannot be promised of every home, because some are verified by documents. The page of one home may say it.
  {
    says: [/visited before/i, /(was|were|is) visited\b/i, /stands at the gate/i, /photos on site/i, /(hu|zili|ime)tembelewa\b/i, /hufika getini/i],
    until: 'a rule that nothing is verified without a visit',
    there: () => false,
  },
  { says: [/a tenancy or a sale/i, /upangaji au ununuzi/i], until: 'reviews after a tenancy', there: () => hasModule('tenancy') },
];

/** Texts that people read without asking: the catalogue, and the policies of the demo data. */
const { catalogue } = readCatalogue();
const said = (texts: Record<string, MessageText>) =>
  Object.entries(texts).flatMap(([key, text]) => splitSentences(text).map((one) => `${key}: ${one}`));
const sentences = [
  ...said(mergeTexts(catalogue, 'en')),
  ...said(mergeTexts(catalogue, 'sw')),
  ...globSync('server/db/demo/policies/agent*.ts', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  ),
];

describe('public promises', () => {
  it.each(promises.map((one) => [one.until, one] as const))('no text promises a feature before the code has %s', (_, { says, there }) => {
    if (!there()) expect(sentences.filter((one) => says.some((pattern) => pattern.test(one)))).toEqual([]);
  });
  it('public texts do not use the word "photo" for a picture, because many pictures are drawings', () => {
    expect(said(mergeTexts(catalogue, 'en')).filter((one) => /^(portal|home|map|compare|finding)_/.test(one) && /\bphotos?\b/i.test(one))).toEqual(
      [],
    );
  });
});
