import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { callsOfPages, modulesOfPages } from './calls.config.ts';
import type * as Screens from './contract/screens.ts';
import { labelsOfPages } from './labels.config.ts';

/** Eight thousand words are finished modules: React Router, which would look at each of them several times, is not asked. Halves the build. */
const EACH = /(^#all$|words\/gen\/|^\.\/\w+\.js$|^\.\.\/(runtime|registry)\.js$)/;
type Hook = ((...given: never[]) => unknown) | { handler: (...given: never[]) => unknown; filter?: { id?: object } };
/** These look up in the table of routes whether a module is one, which only the views of screens and the frames are. */
const OF_ROUTES = ['react-router:route-exports', 'react-router:split-route-modules', 'react-router:route-chunks-index'];
/** Read at run time: what a configuration imports itself starts the development server again at each change, and there the screens change. */
async function routesOfBuild(): Promise<RegExp> {
  const { screenAddresses } = (await import(pathToFileURL(join(import.meta.dirname, 'contract/screens.ts')).href)) as typeof Screens;
  const views = new Set(screenAddresses.map(({ screen }) => screen.view));
  return new RegExp(`/web/(root|layout/[\\w-]+|${[...views].join('|')})\\.tsx(\\?|$)`);
}
/** This one resolves every import a second time, to find files whose names end in .server. */
const OF_SERVER = 'react-router:dot-server';
const included = (name: string, routes: RegExp) => {
  if (OF_ROUTES.includes(name)) return { include: routes };
  return name === OF_SERVER ? { include: /\.server/ } : {};
};
const spare = (plugins: Plugin[], routes: RegExp): Plugin[] =>
  plugins.map((plugin) => {
    const include = included(plugin.name, routes);
    const hooks = (['resolveId', 'load', 'transform'] as const).flatMap((name) => {
      const hook = plugin[name] as Hook | undefined;
      if (!hook || (typeof hook === 'object' && hook.filter)) return [];
      return [[name, { ...(typeof hook === 'object' ? hook : { handler: hook }), filter: { id: { ...include, exclude: EACH } } }]];
    });
    return { ...plugin, ...Object.fromEntries(hooks) };
  });
/** Whoever renders or starts has all words in one file; browsers are sent those of their page, so there each is a module. */
const wordsOfPages: Plugin = {
  name: 'words-of-pages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: { filter: { id: /^#all$/ }, handler: () => join(import.meta.dirname, 'words/gen/each/index.js') },
};

export default defineConfig(async ({ command }) => ({
  plugins: [
    ...[wordsOfPages, labelsOfPages, callsOfPages, modulesOfPages],
    spare(reactRouter() as Plugin[], command === 'build' ? await routesOfBuild() : /\/web\//),
  ],
  // Words shared by several pages come together by module, not as a file of 150 bytes each.
  environments: {
    client: {
      build: {
        rollupOptions: {
          // The contract is tables and rules: a page that asks one thing of a file need not carry what else stands in it.
          treeshake: { moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups: [
                // Every page needs React and the router whole: one file packs tighter than nine.
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//, priority: 3 },
                // What every public page draws with: fifty files of 200 bytes weigh three times what one does.
                {
                  name: 'frame',
                  test: /(web\/(client\/(session|offline-data|send|client|errors|call-by-path|idempotency)|layout\/(app|lost-chunk|title|current-screen|fragment-cache|language-switch|palette-key)|portal\/card\/(compare|featured-click)|ui\/(cx|link|brand|toast\/store|public\/(button|note|pic|use-alive|scheme|scheme-script|theme-toggle)|shell\/(tab-bar|public-frame)|theme\/accents))|contract\/([a-z]+\/public|access\/(is-allowed|guard)|art\/url|kernel\/screen|time\/(clock|days)))\.tsx?$/,
                  priority: 2,
                },
                {
                  name: 'signs',
                  test: /tabler\/icons-react\/.*\/(createReactComponent|defaultAttributes|Icon(ShieldCheckFilled|InfoCircle|Moon|Sun|Copy|BrandWhatsapp|MapPin|Map|Star|ExternalLink|Share|Home|Phone|Heart|HeartFilled|Search|Selector|X|ChevronLeft|ChevronRight|Check|User|Flag|Logout|AlertTriangle))\.mjs$/,
                  priority: 2,
                },
                // What every message needs stands alone; else it would land in the first module's words and bring them all to every page.
                { name: 'words-frame', test: /words\/(locale\.ts|gen\/(runtime|registry|locale)\.js)/, priority: 2 },
                // Those of the frame around every page, too: merged with others for their size they would bring those to every page.
                { name: 'words-root', test: /words\/gen\/each\/(shell_(loading|close|notifications|try_again)|invoices_one)\.js/, priority: 2 },
                // How an invoice was closed, likewise: the page that pays one would carry every word of who manages it.
                { name: 'words-settled', test: /words\/gen\/each\/invoice_(settled|status)_\w+\.js/, priority: 2 },
                // By who needs them: a page brings its own words and few of others.
                { name: 'words', test: /words\/gen\/each|\/labels\.ts\?/, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 800 },
              ],
            },
          },
        },
      },
    },
  },
  // The product's look needs recent CSS only (light-dark, color-mix, nesting); these browsers have it.
  build: { target: ['chrome123', 'safari17.5', 'firefox121'], assetsInlineLimit: 0, sourcemap: false, reportCompressedSize: false },
  server: { hmr: { port: 24_678 } },
}));
