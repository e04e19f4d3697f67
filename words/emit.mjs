// Turns texts into JavaScript modules, with Paraglide's compiler and the message-format plugin from node_modules.
// `compileBundle` is called directly: Paraglide's own `compile()` goes through a database engine in WebAssembly that costs
// two seconds and leaves 30-second timers behind, to hold what two JSON files already say.
import { compileBundle } from '@inlang/paraglide-js';
import plugin from '@inlang/plugin-message-format';
import { locales } from './locale.ts';

/** What the compiled messages stand in. Paraglide's own runtime brings cookies, URL patterns and strategies: 1 KB gzip nobody here needs. */
export const frame = {
  'runtime.js':
    "import { getLocale } from '../locale.ts';\nexport { getLocale };\nexport const experimentalStaticLocale = undefined;\n" +
    "export const inSwahili = (said) => (said?.locale ?? getLocale()) === 'sw';\n",
  // Paraglide makes a new Intl.PluralRules for every call; one per language is enough.
  'registry.js':
    'const rules = {};\nexport const plural = (locale, count) => {\n  rules[locale] ??= new Intl.PluralRules(locale);\n  return rules[locale].select(Number(count));\n};\n',
  'messages.js': "export * from '#all';\nexport * as m from '#all';\n",
  'messages.d.ts': "export * from './all.js';\nexport * as m from './all.js';\n",
  'locale.js': "export * from '../locale.ts';\n",
  'locale.d.ts': "export * from '../locale.ts';\n",
  'rich.js': "export * from '../rich.ts';\n",
  'rich.d.ts': "export * from '../rich.ts';\n",
  // The build of the pages takes one module per message, so that each page ships only its own (vite.config.ts). Everybody else
  // takes everything in one module: opening thousands of small files would cost a second at every start.
  'package.json': `${JSON.stringify({ type: 'module', sideEffects: false, imports: { '#all': './all.js' } })}\n`,
};

const settings = { baseLocale: 'en', locales: [...locales], [plugin.key]: { pathPattern: './{locale}.json' } };
const head = (from) =>
  `import { experimentalStaticLocale, getLocale, inSwahili } from '${from}runtime.js';\nimport * as registry from '${from}registry.js';\n`;
const nameOf = (locale, key) => `${locale}_${key}`;

/** What Paraglide compiles a text to that depends on no count: its template alone. */
const template = /^\/\*\*[^*]*\*\/ \(i?\) => \{\s*return \/\*\*[^*]*\*\/ \((`[\s\S]*`)\)\s*\};?\s*$/;

/**
 * One message: a function per language and the one that chooses. Kiswahili without a text of its own speaks English. Most are a template in
 * each language: then one function says both, which is a third less for whoever fetches a page, and a quarter of the file all others read.
 */
function bodyOf(bundle) {
  const made = compileBundle({ bundle, fallbackMap: { en: undefined, sw: 'en' }, messageReferenceExpression: nameOf, settings });
  const [en, sw = en] = locales.map((locale) => made.messages[locale]?.code && (template.exec(made.messages[locale].code)?.[1] ?? null));
  if (en && sw) return `export const ${bundle.id} = (i, said) => ${en === sw ? en : `(inSwahili(said) ? ${sw} : ${en})`};\n`;
  const own = locales.map((locale) => `const ${nameOf(locale, bundle.id)} = ${made.messages[locale]?.code ?? `${nameOf('en', bundle.id)};`}\n`);
  return `${own.join('')}${made.bundle.code}\n`;
}

/** @param {Record<'en' | 'sw', import('./catalogue.ts').Texts>} texts */
export async function modules(texts) {
  const files = locales.map((locale) => ({ locale, content: new TextEncoder().encode(JSON.stringify(texts[locale])) }));
  const { bundles, messages, variants } = await plugin.importFiles({ settings, files });
  const variantsOf = Map.groupBy(variants, (variant) => nameOf(variant.messageLocale, variant.messageBundleId));
  const messagesOf = Map.groupBy(messages, (message) => message.bundleId);
  const nested = bundles
    .map((bundle) => ({
      ...bundle,
      messages: (messagesOf.get(bundle.id) ?? []).map((message) => ({
        ...message,
        variants: variantsOf.get(nameOf(message.locale, bundle.id)) ?? [],
      })),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const bodies = nested.map((bundle) => [bundle.id, bodyOf(bundle)]);
  return {
    ...Object.fromEntries(bodies.map(([key, body]) => [`each/${key}.js`, head('../') + body])),
    'each/index.js': bodies.map(([key]) => `export * from './${key}.js';\n`).join(''),
    'all.js': head('./') + bodies.map(([, body]) => body).join(''),
  };
}
