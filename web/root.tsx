import './ui/fonts.css';
import './ui/theme/theme.gen.css';
import './ui/base.css';
import textFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import {
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
import { loadingBar, toastDurations } from '#contract/constants.ts';
import { messageWording } from '#contract/messages.ts';
import { m } from '#words/messages.js';
import { readServerFunctions } from './client/load.ts';
import { AppProvider, type AppServerData, useApp } from './layout/app.tsx';
import { useCurrentScreen } from './layout/current-screen.ts';
import { RouteErrorPage } from './layout/error-screen.tsx';
import { useScreenGuard } from './layout/guard.ts';
import { useNewVersionPrompt } from './layout/new-version.ts';
import { PageStyles } from './layout/page-styles.tsx';
import { CommandPaletteKey } from './layout/palette-key.tsx';
import { useCurrentTitle } from './layout/title.ts';
import { ProgressBar } from './ui/progress.tsx';
import { schemeScript } from './ui/public/scheme-script.ts';
import { useIsMounted } from './ui/public/use-alive.ts';
import { ToastArea } from './ui/toast/toast-area.tsx';

export function loader({ context }: LoaderFunctionArgs): AppServerData {
  const { user, locale, product, appUrl, buildId, wordings, mapStyleUrl } = readServerFunctions(context);
  return { user, locale, product, appUrl, buildId, wordings, mapStyleUrl };
}

/** These facts are loaded once per page load, not by every navigation. Afterwards layout/app.tsx keeps the session up to date. */
export const shouldRevalidate = ({ formMethod }: ShouldRevalidateFunctionArgs) => formMethod !== undefined && formMethod !== 'GET';

const stranger: AppServerData = { user: null, locale: 'en', product: 'Makao', appUrl: '', buildId: 'dev', wordings: {}, mapStyleUrl: null };

export function Layout({ children }: { children: ReactNode }) {
  const facts = useRouteLoaderData('root') as AppServerData | undefined;
  const shown = useMemo(() => facts ?? stranger, [facts]);
  return (
    // The inline script sets colour attributes before React runs.
    <html lang={shown.locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: schemeScript }} />
        <Head facts={shown} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icons/apple-180.png" />
        <meta name="theme-color" content="#015a40" />
        <link rel="preload" as="font" type="font/woff2" href={textFont} crossOrigin="anonymous" />
        <PageStyles />
      </head>
      <body>
        <AppProvider facts={shown}>{children}</AppProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Facts from a public page's loader for search engines and chat previews, under `page`. */
export type PageFacts = {
  readonly title: string;
  readonly description?: string;
  /** An address of this site: `/og/…`. */
  readonly image?: string;
  readonly kind?: 'website' | 'article';
  /** Structured data, written out. */
  readonly ld?: string;
  /** The addresses of the page in both languages. */
  readonly languages?: true;
  readonly hidden?: true;
};

/** "{product} | {page}" and the canonical link: the app's address and the full path. */
function Head({ facts }: { facts: AppServerData }) {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const shown = useCurrentScreen();
  const better = useCurrentTitle();
  const page = (matches.at(-1)?.loaderData as { page?: PageFacts } | undefined)?.page;
  const unnamed = shown ? (shown.title ?? facts.product) : messageWording('pageNotFound', facts.locale, facts.wordings);
  const title = better ?? page?.title ?? unnamed;
  const url = `${facts.appUrl}${pathname}${search}`;
  return (
    <>
      <title>{`${facts.product} | ${title}`}</title>
      {page?.description && <meta name="description" content={page.description} />}
      <link rel="canonical" href={url} />
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content={facts.product} />
      {page && <PageTags page={page} url={url} appUrl={facts.appUrl} locale={facts.locale} />}
    </>
  );
}

function PageTags({ page, url, appUrl, locale }: { page: PageFacts; url: string; appUrl: string; locale: AppServerData['locale'] }) {
  return (
    <>
      {page.hidden && <meta name="robots" content="noindex" />}
      <meta property="og:type" content={page.kind ?? 'website'} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={locale === 'sw' ? 'sw_KE' : 'en_KE'} />
      {page.description && <meta property="og:description" content={page.description} />}
      <meta name="twitter:card" content={page.image ? 'summary_large_image' : 'summary'} />
      {page.image && (
        <>
          <meta property="og:image" content={appUrl + page.image} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:image" content={appUrl + page.image} />
        </>
      )}
      {page.languages && (
        <>
          <link rel="alternate" hrefLang="en" href={inLanguage(url, 'en')} />
          <link rel="alternate" hrefLang="sw" href={inLanguage(url, 'sw')} />
          <link rel="alternate" hrefLang="x-default" href={inLanguage(url, null)} />
        </>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: data of ours, written so that no tag can end inside it */}
      {page.ld && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: page.ld }} />}
    </>
  );
}

function inLanguage(address: string, language: string | null): string {
  const [path = '', query = ''] = address.split('?');
  const given = new URLSearchParams(query);
  given.delete('lang');
  if (language) given.set('lang', language);
  return given.size > 0 ? `${path}?${given}` : path;
}

// The banner is loaded only during "view as" (impersonation), so that the first page stays small for all other people.
const ImpersonationBanner = lazy(() => import('./audit/impersonation-banner.tsx').then((module) => ({ default: module.ImpersonationBanner })));

export default function Root() {
  const { buildId, product, user } = useApp();
  const alive = useIsMounted();
  const busy = useNavigation().state !== 'idle';
  const elsewhere = useScreenGuard();
  useNewVersionPrompt(buildId, product);
  // Shows that the page is interactive, for tests and for CSS that depends on scripts.
  useEffect(() => document.documentElement.setAttribute('data-ready', ''), []);
  // Only for devices with a pointer that can hover: phones load nothing.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) void import('./ui/tips.ts').then(({ startTooltips: startTips }) => startTips());
  }, []);
  return (
    <>
      <ProgressBar active={busy} label={m.shell_loading()} height={loadingBar.heightPx} duration={loadingBar.durationMs} color={loadingBar.colour} />
      <ToastArea
        limit={toastDurations.visible}
        autoClose={toastDurations.closeAfterMs}
        closeLabel={m.shell_close()}
        label={m.shell_notifications()}
      />
      <CommandPaletteKey />
      {alive && user?.impersonator && (
        <Suspense fallback={null}>
          <ImpersonationBanner />
        </Suspense>
      )}
      {elsewhere ?? <Outlet />}
    </>
  );
}

export const ErrorBoundary = RouteErrorPage;
