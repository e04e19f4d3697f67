import { useContext, useState } from 'react';
import { Links, UNSAFE_FrameworkContext, useMatches } from 'react-router';

/**
 * A public page contains its styles, because on a poor network every file is another round trip before the first paint. The links to the files stay,
 * switched off, so that the router and Vite find them and load nothing. The styles of the first page stay as long as the tab is open, so that they
 * are present after navigating back. Dashboards, which are open all day and have large styles, load them from files.
 */
type Held = { readonly hrefs: readonly string[]; readonly text: string };
type Routes = Readonly<Record<string, { readonly css?: readonly string[] } | undefined>>;

export const pageStylesId = 'page-styles';
const nothing: Held = { hrefs: [], text: '' };
/** `disabled` loads nothing. Some browsers (Chromium 150) look ahead for files without reading it, but they do read `media`. */
const off = { disabled: true, media: 'not all', 'data-held': '' };

let read: ((href: string) => string) | null = null;
/** The server sets the function that reads style files. Without it every page links to its styles. */
export const setStyleReader = (reader: (href: string) => string): void => {
  read = reader;
};

const isPublic = (ids: readonly string[]) => !ids.some((id) => id.startsWith('frame.') && id !== 'frame.public');
const filesOf = (routes: Routes, ids: readonly string[]): string[] => [...new Set(ids.flatMap((id) => routes[id]?.css ?? []))];
const fileName = (href: string) => href.replace(/#$/, '');

const known = new Map<string, Held>();
/** The styles that a page of these routes contains. */
export function findPageStyles(routes: Routes, ids: readonly string[]): Held {
  if (!read || !isPublic(ids)) return nothing;
  const hrefs = filesOf(routes, ids);
  const key = hrefs.join(' ');
  const seen = known.get(key);
  if (seen) return seen;
  const held = { hrefs, text: [...new Set(hrefs.map(fileName))].map(read).join('\n') };
  known.set(key, held);
  return held;
}

function readPageStyles(): Held {
  const style = document.getElementById(pageStylesId);
  const links = style ? document.querySelectorAll('link[rel=stylesheet][data-held]') : [];
  return { hrefs: [...links].map((link) => link.getAttribute('href') ?? ''), text: style?.textContent ?? '' };
}

function BuiltStyles() {
  const routes: Routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes ?? {};
  const ids = useMatches().map(({ id }) => id);
  const [held] = useState(() => (import.meta.env.SSR ? findPageStyles(routes, ids) : readPageStyles()));
  return (
    <>
      {held.text !== '' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: files of ours, allowed by their hash
        <style id={pageStylesId} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: held.text }} />
      )}
      {held.hrefs.map((href) => (
        <link key={`held ${href}`} rel="stylesheet" href={href} {...off} />
      ))}
      {filesOf(routes, ids)
        .filter((href) => !held.hrefs.includes(href))
        .map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
    </>
  );
}

/** In development mode Vite injects the styles. */
export const PageStyles = import.meta.env.PROD ? BuiltStyles : Links;
