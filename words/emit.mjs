// Turns texts into JavaScript modules with Paraglide's compiler and the message-format plugin from node_modules. It calls `compileBundle` directly,
// because Paraglide's own `compile()` uses a database engine in WebAssembly that costs two seconds and leaves 30-second timers running, although two
// JSON files contain the same data.
import { compileBundle } from '@inlang/paraglide-js';
import plugin from '@inlang/plugin-message-format';
import { locales } from './locale.ts';

/**
 * The fixed files around the compiled messages. They replace Paraglide's own runtime, whose cookies, URL patterns and strategies (1 KB gzip) are not
 * used.
 */
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
  // The build of the pages loads one module per message, so that each page contains only its own messages (vite.config.ts). Other programs load all
  // messages in one module, because opening thousands of small files would delay every start by a second.
  'package.json': `${JSON.stringify({ type: 'module', sideEffects: false, imports: { '#all': './all.js' } })}\n`,
};

const settings = { baseLocale: 'en', locales: [...locales], [plugin.key]: { pathPattern: './{locale}.json' } };
const head = (from) =>
  `import { experimentalStaticLocale, getLocale, inSwahili } from '${from}runtime.js';\nimport * as registry from '${from}registry.js';\n`;
const nameOf = (locale, key) => `${locale}_${key}`;

/** The code that Paraglide generates for a text without a plural: a single template. */
const template = /^\/\*\*[^*]*\*\/ \(i?\) => \{\s*return \/\*\*[^*]*\*\/ \((`[\s\S]*`)\)\s*\};?\s*$/;

/**
 * One message: a function per language and a function that chooses between them. A missing Kiswahili text falls back to English. If both languages
 * are plain templates, one function contains both, which makes the messages of a page a third smaller and the complete file a quarter smaller.
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
