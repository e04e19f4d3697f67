/** One text of the catalogue: its parameters, and whether its syntax is valid for the compiler. */

/** A plain text, or the message-format plugin's variants: one object in an array. */
export type MessageText = string | [{ declarations?: string[]; selectors?: string[]; match: Record<string, string> }];

const parameter = /(?<!\\)\{(\w+)\}/g;
const tag = /(?<!\\)\{[#/](\w+)\/?\}/g;
const pluralOf = /^local (\w+) = (\w+): plural$/;

/** Every sentence of a text: one, or one per variant. */
export const splitSentences = (text: MessageText): string[] =>
  typeof text === 'string' ? [text] : text.flatMap(({ match }) => Object.values(match));
const declarationsOf = (text: MessageText): string[] => (typeof text === 'string' ? [] : text.flatMap(({ declarations = [] }) => declarations));
const sortedOnce = (names: string[]) => [...new Set(names)].sort();
const found = (text: MessageText, pattern: RegExp) =>
  splitSentences(text).flatMap((sentence) => [...sentence.matchAll(pattern)].map(([, name = '']) => name));

/** The inputs that choose a plural form; they have to be numbers. */
export const findPluralInputs = (text: MessageText): string[] => sortedOnce(declarationsOf(text).flatMap((line) => pluralOf.exec(line)?.[2] ?? []));
export const findTags = (text: MessageText): string[] => sortedOnce(found(text, tag));
export const findParameters = (text: MessageText): string[] => {
  const declared = declarationsOf(text).flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? []);
  const locals = declarationsOf(text).flatMap((line) => /^local (\w+) /.exec(line)?.[1] ?? []);
  return sortedOnce([...declared, ...found(text, parameter)].filter((name) => !locals.includes(name)));
};

export function findBraceProblem(text: MessageText): string | undefined {
  const left = splitSentences(text).map((sentence) =>
    sentence
      .replaceAll(/\\[{}\\]/g, '')
      .replaceAll(parameter, '')
      .replaceAll(tag, ''),
  );
  return left.some((rest) => /[{}]/.test(rest)) ? 'has a brace that opens no parameter; write {name}, or \\{ for a real brace.' : undefined;
}

export function findVariantProblem(text: unknown): string | undefined {
  if (typeof text === 'string') return text.trim() === text && text !== '' ? undefined : 'is empty or has spaces at its ends.';
  const shape = 'must be a text or [{ "declarations": […], "selectors": […], "match": {…} }].';
  if (!Array.isArray(text) || text.length !== 1 || typeof text[0]?.match !== 'object') return shape;
  const [{ declarations = [], match }] = text as [{ declarations?: string[]; match: Record<string, string> }];
  // Numbers, dates and money are formatted by contract/ and web/ in one way, so a text may not format them itself.
  const unknown = declarations.find((line) => !/^input \w+$/.test(line) && !pluralOf.test(line));
  if (unknown) return `declares "${unknown}"; only "input x" and "local xPlural = x: plural" are known here.`;
  // Without a last variant for all other values, the compiled message would show its own key.
  const last = Object.keys(match).at(-1) ?? '';
  return last.split(',').every((condition) => condition.trim().endsWith('=*'))
    ? undefined
    : 'must end with a variant for everything else: "xPlural=*".';
}
