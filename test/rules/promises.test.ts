import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { here, merged, readCatalogue } from '../../words/catalogue.ts';
import { sentencesOf, type Text } from '../../words/text.ts';

/** What people may not be told before it is there, in both languages, and what would make it true. Once that stands, the line here goes. */
type Promised = { says: readonly RegExp[]; until: string; there: () => boolean };
const root = join(here, '..');
const hasRoom = (name: string) => name in rooms;

const promises: readonly Promised[] = [
  { says: [/book (a )?(visit|viewing|tour)s?/i, /(panga|weka) (miadi|ziara|kwenda kuona)/i], until: 'the room tour', there: () => hasRoom('tour') },
  {
    says: [/until a (tour|visit|viewing)/i, /when you agree a visit/i, /hadi ziara/i, /mkikubaliana kutembelea/i],
    until: 'the room tour',
    there: () => hasRoom('tour'),
  },
  {
    // What a mandate allows between owner and agent is no promise of ours.
    says: [/(?<!may )(pay|collect)s? (the )?rent/i, /(lipa|kusanya) kodi/i],
    until: 'the room payment',
    there: () => hasRoom('payment'),
  },
  { says: [/follow repairs/i, /fuatilia ukarabati/i], until: 'the room upkeep', there: () => hasRoom('upkeep') },
  { says: [/earn commission/i, /upate kamisheni/i], until: 'the room commission', there: () => hasRoom('commission') },
  { says: [/typical water/i, /bili ya kawaida ya maji/i], until: 'the room meter', there: () => hasRoom('meter') },
  {
    says: [/\bapp on your phone\b/i, /\bopen the app\b/i, /programu kwenye simu yako/i],
    until: 'an installable app',
    there: () => existsSync(join(root, 'public/manifest.webmanifest')),
  },
  {
    says: [/(numbers?|phones?) (stays?|is|are) hidden/i, /nambari[^.]{0,20}hufichwa/i],
    until: 'phone numbers that are hidden until a tour is agreed, in the room tour',
    there: () => hasRoom('tour'),
  },
  // Nobody can promise this of every home: some are checked from their papers. Of one home its page may say it.
  {
    says: [/visited before/i, /(was|were|is) visited\b/i, /stands at the gate/i, /photos on site/i, /(hu|zili|ime)tembelewa\b/i, /hufika getini/i],
    until: 'a rule that nothing is verified without a visit',
    there: () => false,
  },
  { says: [/a tenancy or a sale/i, /upangaji au ununuzi/i], until: 'reviews after a tenancy', there: () => hasRoom('tenancy') },
];

/** What a person reads without asking: the catalogue, and the policies the demo data bring. */
const { catalogue } = readCatalogue();
const said = (texts: Record<string, Text>) => Object.entries(texts).flatMap(([key, text]) => sentencesOf(text).map((one) => `${key}: ${one}`));
const sentences = [
  ...said(merged(catalogue, 'en')),
  ...said(merged(catalogue, 'sw')),
  ...globSync('server/db/demo/policies/agent*.ts', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  ),
];

describe('what we promise is there', () => {
  it.each(promises.map((one) => [one.until, one] as const))('nothing is promised before %s', (_, { says, there }) => {
    if (!there()) expect(sentences.filter((one) => says.some((pattern) => pattern.test(one)))).toEqual([]);
  });
  it('pictures are not called photos on the portal: many are drawings until the owner brings their own', () => {
    expect(said(merged(catalogue, 'en')).filter((one) => /^(portal|home|map|compare|finding)_/.test(one) && /\bphotos?\b/i.test(one))).toEqual([]);
  });
});
