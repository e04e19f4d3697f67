import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { recordFeaturedClick } from './featured-click.ts';

/**
 * The router follows plain links marked `data-soft`. One listener for the page instead of a component with six hooks per card halves the rendering
 * time, and without scripts the links still work.
 */
export function useClientSideLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-soft]') : null;
      if (!link || link.origin !== location.origin || link.target) return;
      event.preventDefault();
      recordFeaturedClick(link);
      void navigate(link.pathname + link.search + link.hash, { preventScrollReset: link.dataset.soft === 'stay' });
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
