import { type ComponentType, lazy, Suspense } from 'react';

/** When the element comes near the window; at once where it is not there yet, on a page the browser draws itself. */
export const near = (id: string): Promise<void> =>
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
 * A part of a public page whose script comes only when a reader does: the server writes it out, the browser leaves it as it is until it is
 * near, then brings it to life. `here` is the part itself on the server, null in the browser; `id` stands somewhere in it. `look` is its style
 * sheet, kept hold of because the bundler leaves out one whose names nobody uses: only the script waits.
 */
export function island<P extends object>(
  id: string,
  look: CSSModuleClasses,
  here: ComponentType<P> | null,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Part =
    here ??
    lazy(async () => {
      await near(id);
      return { default: await load() };
    });
  const Island = (props: P) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(Island, { look });
}
