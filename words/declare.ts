/**
 * The types of the compiled messages. They are stricter than Paraglide's own (any value but null), so that a Date or an object in a sentence does not
 * compile.
 */
import type { CatalogueTexts } from './catalogue.ts';
import { findParameters, findPluralInputs, findTags, type MessageText, splitSentences } from './text.ts';

const head = `import type { Locale } from '../locale.ts';
import type { Part } from '../rich.ts';
import type { Sentence } from '../sentence.ts';

type Options = { locale?: Locale };
type Say = (inputs?: Record<string, never>, options?: Options) => Sentence;
type SayWith<Inputs> = (inputs: Inputs, options?: Options) => Sentence;
type Parts<Tag extends string> = { parts: (inputs?: Record<string, never>, options?: Options) => Part<Tag>[] };
type PartsWith<Inputs, Tag extends string> = { parts: (inputs: Inputs, options?: Options) => Part<Tag>[] };
`;

function typeOf(text: MessageText): string {
  const counts = findPluralInputs(text);
  const inputs = findParameters(text).map((name) => `${name}: ${counts.includes(name) ? 'number' : 'string | number'}`);
  const tags = findTags(text).map((name) => `'${name}'`);
  const taken = `{ ${inputs.join('; ')} }`;
  const say = inputs.length > 0 ? `SayWith<${taken}>` : 'Say';
  const parts = inputs.length > 0 ? `PartsWith<${taken}, ${tags.join(' | ')}>` : `Parts<${tags.join(' | ')}>`;
  return tags.length > 0 ? `${say} & ${parts}` : say;
}

/** The English text is a comment above each message, so that an editor shows it on hover. */
export const buildDeclarationFile = (english: CatalogueTexts): string =>
  `${head}${Object.entries(english)
    .map(([key, text]) => `/** ${splitSentences(text).join(' | ').replaceAll('*/', '')} */\nexport declare const ${key}: ${typeOf(text)};\n`)
    .join('')}`;
