import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router';

export type AnchorProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  href: string;
  prefetch?: 'intent' | 'none' | 'render' | 'viewport';
  preventScrollReset?: boolean;
  /** On public pages, whose frame follows such links (soft-links.ts): a plain link costs nothing to draw. */
  soft?: boolean;
};

/** Own paths go through the router; other sites, tel:, mailto:, downloads and jumps within the page stay plain links. */
export function A({ href, prefetch = 'none', preventScrollReset = false, soft = false, children, ...rest }: AnchorProps) {
  const own = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/') && rest.download === undefined && rest.target === undefined;
  if (!own || soft) {
    return (
      <a href={href} {...rest} data-soft={own || undefined}>
        {children}
      </a>
    );
  }
  return (
    <Link to={href} prefetch={prefetch} preventScrollReset={preventScrollReset} {...rest}>
      {children}
    </Link>
  );
}
