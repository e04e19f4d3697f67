import './ui/fonts.css';
import './ui/theme/theme.gen.css';
import './ui/base.css';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import { loadingBar, toast as toastRules } from '#contract/constants.ts';
import { wording } from '#contract/messages.ts';
import { m } from '#words/messages.js';
import { type AppFacts, AppProvider, useApp } from './kernel/app.tsx';
import { ErrorScreen } from './kernel/error-screen.tsx';
import { useGuard } from './kernel/guard.ts';
import { side } from './kernel/load.ts';
import { useNewVersion } from './kernel/new-version.ts';
import { PaletteKey } from './kernel/palette-key.tsx';
import { useAddress } from './kernel/screen.ts';
import { useShownTitle } from './kernel/title.ts';
import { titleOf } from './kernel/titles.ts';
import { ProgressBar } from './ui/progress.tsx';
import { schemeScript } from './ui/public/scheme-script.ts';
import { useAlive } from './ui/public/use-alive.ts';
import { ToastArea } from './ui/toast/toast-area.tsx';

export function loader({ context }: LoaderFunctionArgs): AppFacts {
  const { user, locale, product, appUrl, buildId, wordings, mapStyleUrl } = side(context);
  return { user, locale, product, appUrl, buildId, wordings, mapStyleUrl };
}

/** Told once a page load; afterwards the session is kept true by reading it (kernel/app.tsx), not by every navigation. */
export const shouldRevalidate = ({ formMethod }: ShouldRevalidateFunctionArgs) => formMethod !== undefined && formMethod !== 'GET';

const stranger: AppFacts = { user: null, locale: 'en', product: 'Makao', appUrl: '', buildId: 'dev', wordings: {}, mapStyleUrl: null };

export function Layout({ children }: { children: ReactNode }) {
  const facts = useRouteLoaderData('root') as AppFacts | undefined;
  const shown = useMemo(() => facts ?? stranger, [facts]);
  return (
    // The inline script sets colour attributes before React sees the page.
    <html lang={shown.locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: schemeScript }} />
        <Head facts={shown} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
      </head>
      <body>
        <AppProvider facts={shown}>{children}</AppProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

type PageFacts = { page?: { title?: string; description?: string } };

/** "{product} | {page}" and the canonical link: the app's address and the full path. */
function Head({ facts }: { facts: AppFacts }) {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const address = useAddress();
  const better = useShownTitle();
  const page = (matches.at(-1)?.loaderData as PageFacts | undefined)?.page;
  const title = better ?? page?.title ?? (address && titleOf(address.key)) ?? wording('pageNotFound', facts.locale, facts.wordings);
  return (
    <>
      <title>{`${facts.product} | ${title}`}</title>
      {page?.description && <meta name="description" content={page.description} />}
      <link rel="canonical" href={`${facts.appUrl}${pathname}${search}`} />
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content={facts.product} />
    </>
  );
}

// Fetched by the few who look as somebody: everybody else's first page stays small.
const LookingBanner = lazy(() => import('./audit/looking-banner.tsx').then((module) => ({ default: module.LookingBanner })));

export default function Root() {
  const { buildId, product, user } = useApp();
  const alive = useAlive();
  const busy = useNavigation().state !== 'idle';
  const elsewhere = useGuard();
  useNewVersion(buildId, product);
  // For those who have to know that the page answers: tests, and CSS that waits for scripts.
  useEffect(() => document.documentElement.setAttribute('data-ready', ''), []);
  return (
    <>
      <ProgressBar active={busy} label={m.shell_loading()} height={loadingBar.heightPx} duration={loadingBar.durationMs} color={loadingBar.colour} />
      <ToastArea limit={toastRules.visible} autoClose={toastRules.closeAfterMs} closeLabel={m.shell_close()} label={m.shell_notifications()} />
      <PaletteKey />
      {alive && user?.impersonator && (
        <Suspense fallback={null}>
          <LookingBanner />
        </Suspense>
      )}
      {elsewhere ?? <Outlet />}
    </>
  );
}

export const ErrorBoundary = ErrorScreen;
