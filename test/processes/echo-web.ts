import { createHash } from 'node:crypto';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import type { WebBuild } from '#server/pages/web-build.ts';

/** The hash of the one script of these pages; the script in a record's text is not allowed by it. */
export const echoScriptHash = `'sha256-${createHash('sha256').update('1').digest('base64')}'`;
/** A test web layer: its pages contain the signed-in person, the language and whether the quick path or the router rendered them. */
export function createEchoWeb() {
  const sides = new WeakMap<object, { user: { id: unknown } | null; locale: string }>();
  let made = 0;
  const say = (way: string, context: object) => {
    const side = sides.get(context);
    return `<!DOCTYPE html><html><body><script>1</script><p>Cosy flat<script>alert(1)</script></p>${way} ${side?.locale} ${side?.user ? side.user.id : 'nobody'} ${++made} ${'.'.repeat(2000)}</body></html>`;
  };
  const entry = {
    provideServerFunctions(side: never) {
      const context = new RouterContextProvider();
      sides.set(context, side);
      return context;
    },
    handleError: () => undefined,
    renderFastPage: async (_asked: unknown, context: RouterContextProvider) => ({ html: say('quick', context), scripts: [echoScriptHash] }),
    default: async (_request: Request, _status: number, headers: Headers, _context: unknown, lent: object) => {
      headers.set('content-type', 'text/html; charset=utf-8');
      headers.set('x-own-scripts', echoScriptHash);
      return new Response(say('router', lent), { status: 200, headers });
    },
  };
  const build = {
    entry: { module: entry },
    routes: { root: { id: 'root', path: '', module: { default: () => null } } },
    assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '1' },
    future: {},
    isSpaMode: false,
    ssr: true,
    prerender: [],
    publicPath: '/',
    assetsBuildDirectory: '',
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
  const web = { build: async () => build as unknown as ServerBuild, entry: async () => entry, id: 'x', mountFiles: async () => undefined };
  return { web: web as unknown as WebBuild, howMany: () => made };
}
