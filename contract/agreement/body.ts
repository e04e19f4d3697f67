import { z } from 'zod';
import { m } from '#words/messages.js';
import { type AgreementFieldName, type AgreementFields, type BilingualText, isAgreementFieldName } from './fields.ts';
import { buildMissingFieldMark } from './missing-field.ts';

const text = z.string().trim().max(6000);
const clauseKey = z.string().regex(/^[a-z_]{1,40}$/);

/** A paragraph or a heading in both languages; that of an optional clause is included if the clause was chosen. */
export const AgreementBlock = z.strictObject({ kind: z.enum(['heading', 'text']), en: text.min(1), sw: text.min(1), clause: clauseKey.optional() });
export const AgreementClause = z.strictObject({ key: clauseKey, en: text.min(1).max(200), sw: text.min(1).max(200), on: z.boolean() });
const said = z.strictObject({ en: text.min(1).max(200), sw: text.min(1).max(200) });

const named = /\{([^{}]*)\}/g;
/** Fields in the text that have no known value. */
export const findUnknownFields = (words: string): string[] =>
  [...words.matchAll(named)].map(([, name = '']) => name.trim()).filter((name) => !isAgreementFieldName(name));
const fits = ({
  blocks,
  clauses,
}: {
  blocks: readonly { en: string; sw: string; clause?: string | undefined }[];
  clauses: readonly { key: string }[];
}) =>
  blocks.every(
    ({ en, sw, clause }) => findUnknownFields(en + sw).length === 0 && (clause === undefined || clauses.some(({ key }) => key === clause)),
  );

export const AgreementBody = z
  .strictObject({ title: said, blocks: z.array(AgreementBlock).min(1).max(120), clauses: z.array(AgreementClause).max(30) })
  .refine(fits, { error: () => m.agreement_problem_field() });
export type AgreementBody = z.output<typeof AgreementBody>;
export type RenderedBlock = { readonly kind: 'heading' | 'text'; readonly en: string; readonly sw: string };
export type RenderedAgreement = {
  readonly title: BilingualText;
  readonly blocks: readonly RenderedBlock[];
  readonly missing: readonly AgreementFieldName[];
};

/** Numbers the headings after the choice of clauses, so that an omitted clause leaves no gap. */
export function numberHeadings<B extends { readonly kind: 'heading' | 'text'; readonly en: string; readonly sw: string }>(blocks: readonly B[]): B[] {
  let n = 0;
  const number = /^\d+(?=\. )/;
  return blocks.map((block) => {
    if (block.kind !== 'heading' || !number.test(block.en) || !number.test(block.sw)) return block;
    n += 1;
    return { ...block, en: block.en.replace(number, String(n)), sw: block.sw.replace(number, String(n)) };
  });
}

/** The text of an agreement: the chosen clauses with every field filled in, and the names of unknown fields. */
export function renderAgreement(body: AgreementBody, fields: AgreementFields, chosen: readonly string[]): RenderedAgreement {
  const missing = new Set<AgreementFieldName>();
  const fill = (words: string, language: 'en' | 'sw'): string =>
    words.replace(named, (_, given: string) => {
      const name = given.trim();
      const value = isAgreementFieldName(name) ? fields[name] : null;
      if (value) return value[language];
      if (isAgreementFieldName(name)) missing.add(name);
      return buildMissingFieldMark(name);
    });
  const blocks = numberHeadings(body.blocks.filter(({ clause }) => clause === undefined || chosen.includes(clause))).map(({ kind, en, sw }) => ({
    kind,
    en: fill(en, 'en'),
    sw: fill(sw, 'sw'),
  }));
  return { title: { en: fill(body.title.en, 'en'), sw: fill(body.title.sw, 'sw') }, blocks, missing: [...missing] };
}

export const listDefaultClauseKeys = (body: AgreementBody): string[] => body.clauses.filter(({ on }) => on).map(({ key }) => key);
