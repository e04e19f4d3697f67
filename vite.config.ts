import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { callsOfPages, modulesOfPages } from './calls.config.ts';
import type * as Screens from './contract/screens.ts';
import { labelsOfPages } from './labels.config.ts';

/** Eight thousand message modules need no transformation: the plugins of React Router skip them, which halves the build time. */
const messageModules = /(^#all$|words\/gen\/|^\.\/\w+\.js$|^\.\.\/(runtime|registry)\.js$)/;
type Hook = ((...given: never[]) => unknown) | { handler: (...given: never[]) => unknown; filter?: { id?: object } };
/** These plugins search the route table for each module. Only views of screens and layouts are routes. */
const routePlugins = ['react-router:route-exports', 'react-router:split-route-modules', 'react-router:route-chunks-index'];
/** Imported at run time: a change of a file that the configuration imports statically would restart the development server. */
async function routesOfBuild(): Promise<RegExp> {
  const { screenAddresses } = (await import(pathToFileURL(join(import.meta.dirname, 'contract/screens.ts')).href)) as typeof Screens;
  const views = new Set(screenAddresses.map(({ screen }) => screen.view));
  return new RegExp(`/web/(root|layout/[\\w-]+|${[...views].join('|')})\\.tsx(\\?|$)`);
}
/** This plugin resolves every import a second time, to find files whose names end in .server. */
const serverFilePlugin = 'react-router:dot-server';
const included = (name: string, routes: RegExp) => {
  if (routePlugins.includes(name)) return { include: routes };
  return name === serverFilePlugin ? { include: /\.server/ } : {};
};
const skipMessageModules = (plugins: Plugin[], routes: RegExp): Plugin[] =>
  plugins.map((plugin) => {
    const include = included(plugin.name, routes);
    const hooks = (['resolveId', 'load', 'transform'] as const).flatMap((name) => {
      const hook = plugin[name] as Hook | undefined;
      if (!hook || (typeof hook === 'object' && hook.filter)) return [];
      return [[name, { ...(typeof hook === 'object' ? hook : { handler: hook }), filter: { id: { ...include, exclude: messageModules } } }]];
    });
    return { ...plugin, ...Object.fromEntries(hooks) };
  });
/** The server has all messages in one file. The browser loads only the messages of its page, so each message is a module in the client build. */
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
    skipMessageModules(reactRouter() as Plugin[], command === 'build' ? await routesOfBuild() : /\/web\//),
  ],
  // Messages shared by several pages are grouped, because a file per message would have about 150 bytes.
  environments: {
    client: {
      build: {
        rollupOptions: {
          // Contract files have no side effects, so a page includes only the exports it uses.
          treeshake: { moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }] },
          output: {
            // By default, shared messages are named after all their pages: up to 100 characters, repeated in each script that imports them.
            chunkFileNames: ({ name }: { readonly name: string }) => `assets/${name.startsWith('words~') ? 'words' : '[name]'}-[hash].js`,
            codeSplitting: {
              groups: [
                // Every page needs all of React and the router: one file compresses better than nine.
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//, priority: 3 },
                // The code of every public page: fifty files of 200 bytes are three times as large as one file.
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
                // The runtime of messages has its own file. Otherwise it would join the messages of one module, which every page would then load.
                { name: 'words-frame', test: /words\/(locale\.ts|gen\/(runtime|registry|locale)\.js)/, priority: 2 },
                // Messages of the layout of every page also have their own file, for the same reason.
                { name: 'words-root', test: /words\/gen\/each\/(shell_(loading|close|notifications|try_again)|invoices_one)\.js/, priority: 2 },
                // Labels of settled invoices with their map: otherwise the payment page would load every message of invoice management, or a file more.
                { name: 'words-settled', test: /(words\/gen\/each\/invoice_(settled|status)_\w+|contract\/invoice\/closure)\.[jt]s/, priority: 2 },
                // Other messages are grouped by the pages that use them, so that a page loads few messages of other pages.
                { name: 'words', test: /words\/gen\/each|\/labels\.ts\?/, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 800 },
              ],
            },
          },
        },
      },
    },
  },
  // The design uses recent CSS (light-dark, color-mix, nesting), which these browsers support.
  build: { target: ['chrome123', 'safari17.5', 'firefox121'], assetsInlineLimit: 0, sourcemap: false, reportCompressedSize: false },
  server: { hmr: { port: 24_678 } },
}));
