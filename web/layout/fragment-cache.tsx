import type { ReactElement, ReactNode } from 'react';
import { AppInside, useApp } from './app.tsx';

/**
 * Parts of public pages that look the same wherever they stand: a card, a group of filters, the footer. The server draws each once for what
 * it shows and says it again as text; the browser draws them as it draws everything. Nothing in such a part may ask the router, know where
 * it stands or make an id (`useId`): its text has to be the same on every page.
 */
let draw: ((part: ReactNode) => string) | null = null;
/** Only the server knows how (entry.server.tsx). */
export const drawPartsBy = (by: typeof draw): void => {
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
  /** What these parts are, with everything besides the item that they show. */
  name: string;
  items: readonly T[];
  /** One part, with a React key. The place counts only as far as `name` or the item tell of it. */
  children: (item: T) => ReactElement;
}

export function CachedFragments<T>({ Tag, className, name, items, children }: CachedFragmentsProps<T>) {
  const app = useApp();
  const drawn = draw;
  // What a person sees may be theirs alone (their hearts), and is drawn for them.
  if (!drawn || app.user !== null) return <Tag className={className}>{items.map((item) => children(item))}</Tag>;
  const part = (item: T) => textOf(`${app.locale} ${name} ${JSON.stringify(item)}`, () => drawn(<AppInside value={app}>{children(item)}</AppInside>));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React a moment or a while ago
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: items.map(part).join('') }} />;
}
