import { useContext, useState } from 'react';
import { Links, UNSAFE_FrameworkContext, useMatches } from 'react-router';

/**
 * A public page brings its styles with it: on a poor network every file is a round trip more before anything is painted. The files stay
 * named, switched off, so that whoever looks whether a style is there already (the router, Vite) finds it and fetches nothing.
 * What came with the page stays for as long as it is open: the way back to it finds it dressed. Dashboards, which are opened all day and
 * whose styles are large, keep theirs in files.
 */
type Held = { readonly hrefs: readonly string[]; readonly text: string };
type Routes = Readonly<Record<string, { readonly css?: readonly string[] } | undefined>>;

export const heldId = 'page-styles';
const nothing: Held = { hrefs: [], text: '' };
const off = { disabled: true, 'data-held': '' };

let read: ((href: string) => string) | null = null;
/** The server's part: how a file of styles is read. Without it every page links to its styles. */
export const readStylesBy = (reader: (href: string) => string): void => {
  read = reader;
};

const isPublic = (ids: readonly string[]) => !ids.some((id) => id.startsWith('frame.') && id !== 'frame.public');
const filesOf = (routes: Routes, ids: readonly string[]): string[] => [...new Set(ids.flatMap((id) => routes[id]?.css ?? []))];
const fileName = (href: string) => href.replace(/#$/, '');

const known = new Map<string, Held>();
/** What a page of these routes carries in itself. */
export function heldFor(routes: Routes, ids: readonly string[]): Held {
  if (!read || !isPublic(ids)) return nothing;
  const hrefs = filesOf(routes, ids);
  const key = hrefs.join(' ');
  const seen = known.get(key);
  if (seen) return seen;
  const held = { hrefs, text: [...new Set(hrefs.map(fileName))].map(read).join('\n') };
  known.set(key, held);
  return held;
}

function heldHere(): Held {
  const style = document.getElementById(heldId);
  const links = style ? document.querySelectorAll('link[rel=stylesheet][data-held]') : [];
  return { hrefs: [...links].map((link) => link.getAttribute('href') ?? ''), text: style?.textContent ?? '' };
}

function BuiltStyles() {
  const routes: Routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes ?? {};
  const ids = useMatches().map(({ id }) => id);
  const [held] = useState(() => (import.meta.env.SSR ? heldFor(routes, ids) : heldHere()));
  return (
    <>
      {held.text !== '' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: files of ours, allowed by their hash
        <style id={heldId} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: held.text }} />
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

/** In development Vite brings the styles itself. */
export const PageStyles = import.meta.env.PROD ? BuiltStyles : Links;
