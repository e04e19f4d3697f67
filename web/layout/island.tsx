import { type ComponentType, lazy, Suspense } from 'react';

/** Resolves when the element is near the window; at once if it does not exist yet, on a page that the browser renders itself. */
export const waitUntilNear = (id: string): Promise<void> =>
  new Promise((resolve) => {
    const element = document.getElementById(id);
    if (!element) return resolve();
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        resolve();
      },
      { rootMargin: '300px' },
    );
    watch.observe(element);
  });

/**
 * A part of a public page whose script loads only when the reader scrolls near it. The server renders the part, and the browser keeps that HTML until
 * then. `here` is the component on the server and null in the browser; `id` is in its markup. `look` is its style sheet, referenced because the
 * bundler drops style sheets with unused names.
 */
export function makeIsland<P extends object>(
  id: string,
  look: CSSModuleClasses,
  here: ComponentType<P> | null,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Part =
    here ??
    lazy(async () => {
      await waitUntilNear(id);
      return { default: await load() };
    });
  const Island = (props: P) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(Island, { look });
}
