import { createHash } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { type EntryContext, Scripts, ScrollRestoration, ServerRouter } from 'react-router';
import { schemeScript } from '#web/ui/public/scheme-script.ts';
import { deferPageScripts, deferredScript } from './deferred-scripts.ts';
import { findPageStyles } from './page-styles.tsx';

/**
 * The hashes of the inline scripts that the web layer and the router wrote for a screen. They are found by rendering the screen's routes without
 * data, so that a script in the data of a page (a record with a script in its text) is not among them, and no browser runs it.
 */
type Own = { readonly texts: readonly string[]; readonly hashes: readonly string[] };

const dataId = 'page-data';
/** The text is the same for every page, so that its hash in the policy is the same too. */
const handOver = `{const c=window.__reactRouterContext.streamController;c.enqueue(document.getElementById('${dataId}').textContent);c.close()}`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const always = [schemeScript, handOver, deferredScript].map(hashOf);

/** Distinguishes hashes of styles from hashes of scripts in the server's policy. */
const styleMark = 'style:';
const styleHashes = new Map<string, string>();

/** The inline styles of the page, as the policy names them. */
function ownStyles(context: EntryContext): readonly string[] {
  const { text } = findPageStyles(
    context.manifest.routes,
    context.staticHandlerContext.matches.map(({ route }) => route.id),
  );
  if (text === '') return [];
  const hash = styleHashes.get(text) ?? styleMark + hashOf(text);
  styleHashes.set(text, hash);
  return [hash];
}

const known = new WeakMap<object, Map<string, Own[]>>();
/** The back link above a screen can differ by its address; only a few variants are stored. */
const ways = 8;

export const listInlineScriptParts = (context: EntryContext, url: string | URL, html: string): readonly string[] => [
  ...ownScripts(context, url, html),
  ...ownStyles(context),
];

function ownScripts(context: EntryContext, url: string | URL, html: string): readonly string[] {
  const byScreen = known.get(context.manifest) ?? new Map<string, Own[]>();
  known.set(context.manifest, byScreen);
  const screen = context.staticHandlerContext.matches.at(-1)?.route.id ?? '';
  const seen = byScreen.get(screen) ?? [];
  const fitting = seen.find(({ texts }) => texts.every((text) => html.includes(text)));
  if (fitting) return fitting.hashes;
  const texts = scriptsIn(renderToString(<ServerRouter context={bare(context)} url={url} />));
  const own = { texts, hashes: [...always, ...texts.map(hashOf)] };
  byScreen.set(screen, [own, ...seen].slice(0, ways));
  return own.hashes;
}

const Nothing = () => null;
const OnlyScripts = () => (
  <>
    <ScrollRestoration />
    <Scripts />
  </>
);

function bare({ serverHandoffStream: _stream, ...context }: EntryContext): EntryContext {
  const empty = Object.fromEntries(Object.keys(context.routeModules).map((id) => [id, { default: id === 'root' ? OnlyScripts : Nothing }]));
  const was = context.staticHandlerContext;
  const loaderData = Object.fromEntries(was.matches.map(({ route }) => [route.id, null]));
  return { ...context, renderMeta: {}, routeModules: empty, staticHandlerContext: { ...was, loaderData, actionData: null, errors: null } };
}

const scriptsIn = (html: string): string[] => [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);

/** Data in a script element that is not run: only a closing tag could end it. */
export const makePageDataBlock = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;

/** The loaders' answers in the format of the router's own client; all of them are complete, so one script passes them on. */
export function addPageData(html: string, data: string, beside = ''): string {
  const end = html.lastIndexOf('</body>');
  if (end === -1 || !html.includes('window.__reactRouterContext')) return html;
  const page = deferPageScripts(html.slice(0, end));
  return `${page}${makePageDataBlock(dataId, data)}${beside}<script>${handOver}</script><script>${deferredScript}</script>${html.slice(end)}`;
}
