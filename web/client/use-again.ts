import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const againMs = 2_000;
/** What goes on by itself is asked for again while it does. */
export function useAgain(calls: readonly { readonly path: string }[], goes: boolean): void {
  const queries = useQueryClient();
  const paths = calls.map(({ path }) => path).join(' ');
  useEffect(() => {
    if (!goes) return;
    const timer = setInterval(() => {
      for (const path of paths.split(' ')) void queries.invalidateQueries({ queryKey: [path] });
    }, againMs);
    return () => clearInterval(timer);
  }, [goes, paths, queries]);
}
