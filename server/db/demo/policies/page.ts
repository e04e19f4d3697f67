import type { PolicyTexts } from './types.ts';

const mail = (name: string) => `<a href="mailto:${name}@makao.test">${name}@makao.test</a>`;

export const helpMailLink = mail('help');
export const privacyMailLink = mail('privacy');
export const trustMailLink = mail('trust');
export const moneyMailLink = mail('money');
export const securityMailLink = mail('security');
export const odpcLink = '<a href="https://www.odpc.go.ke">odpc.go.ke</a>';
export const earbLink = '<a href="https://estateagentsboard.or.ke">estateagentsboard.or.ke</a>';
export const kraLink = '<a href="https://www.kra.go.ke">kra.go.ke</a>';

const around = /\s*(<\/?(?:h2|h3|p|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|hr)>)\s*/g;
const after = /(<(?:ul|ol|table|thead|tbody|hr)>|<\/(?:h2|h3|p|ul|ol|li|table|thead|tbody|tr|blockquote)>)/g;

/** HTML with one block a line, however the source is wrapped, so that two versions compare line by line. */
export const makePolicyPage = (parts: TemplateStringsArray, ...links: readonly string[]): string =>
  String.raw(parts, ...links)
    .replace(/\s+/g, ' ')
    .replace(around, '$1')
    .replace(after, '$1\n')
    .trim();

export type PolicyTextChange = readonly [now: string, then: string];

const undo = (text: string, changes: readonly PolicyTextChange[]): string =>
  changes.reduce((body, [now, then]) => {
    if (body.split(now).length !== 2) throw new Error(`A policy must hold this text exactly once: ${now}`);
    return body.replace(now, () => then);
  }, text);

/** The previous version: the current text with each change reversed. */
export const makeEarlierVersion = (
  current: PolicyTexts,
  changes: { en: readonly PolicyTextChange[]; sw: readonly PolicyTextChange[] },
): PolicyTexts => ({
  en: undo(current.en, changes.en),
  sw: undo(current.sw, changes.sw),
});
