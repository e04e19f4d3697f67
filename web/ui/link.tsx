import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router';

export type AnchorProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  href: string;
  prefetch?: 'intent' | 'none' | 'render' | 'viewport';
  preventScrollReset?: boolean;
  /** For public pages, whose frame handles plain links (soft-links.ts). A plain link is cheap to render. */
  soft?: boolean;
};

/** Paths of this site use the router. Other sites, tel:, mailto:, downloads and anchors stay plain links. */
export function AppLink({ href, prefetch = 'none', preventScrollReset = false, soft = false, children, ...rest }: AnchorProps) {
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
