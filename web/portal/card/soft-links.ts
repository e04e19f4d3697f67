import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { notePress } from './featured-click.ts';

/**
 * Plain links marked `data-soft` are followed by the router. One listener for the whole page instead of a component with six hooks
 * for every card: a page of cards is drawn in half the time, and is a page of links where no script runs.
 */
export function useSoftLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-soft]') : null;
      if (!link || link.origin !== location.origin || link.target) return;
      event.preventDefault();
      notePress(link);
      void navigate(link.pathname + link.search + link.hash, { preventScrollReset: link.dataset.soft === 'stay' });
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
