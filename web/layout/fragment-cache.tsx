import type { ReactElement, ReactNode } from 'react';
import { AppStateProvider, useApp } from './app.tsx';

/**
 * Parts of public pages that look the same on every page: a card, a group of filters, the footer. The server renders each once for its data and
 * reuses the text; the browser renders them normally. Such a part may not use the router, know its position or make an id (`useId`), because its text
 * has to be the same on every page.
 */
let draw: ((part: ReactNode) => string) | null = null;
/** Only the server can render the text of a part (entry.server.tsx). */
export const setFragmentRenderer = (by: typeof draw): void => {
  draw = by;
};

const most = 4000;
const texts = new Map<string, string>();

function textOf(key: string, part: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const made = part();
  const oldest = texts.size >= most ? texts.keys().next().value : undefined;
  if (oldest !== undefined) texts.delete(oldest);
  texts.set(key, made);
  return made;
}

export interface CachedFragmentsProps<T> {
  Tag: 'ul' | 'div' | 'footer';
  className?: string | undefined;
  /** The name of these parts, including everything they show besides the item. */
  name: string;
  items: readonly T[];
  /** One part, with a React key. Its position counts only if `name` or the item contains it. */
  children: (item: T) => ReactElement;
}

export function CachedFragments<T>({ Tag, className, name, items, children }: CachedFragmentsProps<T>) {
  const app = useApp();
  const drawn = draw;
  // For a signed-in person the content may be personal (their saved homes), so it is rendered for them.
  if (!drawn || app.user !== null) return <Tag className={className}>{items.map((item) => children(item))}</Tag>;
  const part = (item: T) =>
    textOf(`${app.locale} ${name} ${JSON.stringify(item)}`, () => drawn(<AppStateProvider value={app}>{children(item)}</AppStateProvider>));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React a moment or a while ago
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: items.map(part).join('') }} />;
}
