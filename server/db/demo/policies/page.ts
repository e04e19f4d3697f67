import type { Words } from './types.ts';

const mail = (name: string) => `<a href="mailto:${name}@makao.test">${name}@makao.test</a>`;

export const help = mail('help');
export const privacy = mail('privacy');
export const trust = mail('trust');
export const money = mail('money');
export const security = mail('security');
export const odpc = '<a href="https://www.odpc.go.ke">odpc.go.ke</a>';
export const earb = '<a href="https://estateagentsboard.or.ke">estateagentsboard.or.ke</a>';
export const kra = '<a href="https://www.kra.go.ke">kra.go.ke</a>';

const around = /\s*(<\/?(?:h2|h3|p|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|hr)>)\s*/g;
const after = /(<(?:ul|ol|table|thead|tbody|hr)>|<\/(?:h2|h3|p|ul|ol|li|table|thead|tbody|tr|blockquote)>)/g;

/** HTML with one block a line, however the source is wrapped, so that two versions compare line by line. */
export const page = (parts: TemplateStringsArray, ...links: readonly string[]): string =>
  String.raw(parts, ...links)
    .replace(/\s+/g, ' ')
    .replace(around, '$1')
    .replace(after, '$1\n')
    .trim();

export type Change = readonly [now: string, then: string];

const undo = (text: string, changes: readonly Change[]): string =>
  changes.reduce((body, [now, then]) => {
    if (body.split(now).length !== 2) throw new Error(`A policy must hold this text exactly once: ${now}`);
    return body.replace(now, () => then);
  }, text);

/** The version before: the current text with each change taken back. */
export const earlier = (current: Words, changes: { en: readonly Change[]; sw: readonly Change[] }): Words => ({
  en: undo(current.en, changes.en),
  sw: undo(current.sw, changes.sw),
});
