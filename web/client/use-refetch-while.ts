import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const againMs = 2_000;
/**
 * Repeats the calls while `goes` is true. It does not repeat them before a slow answer has arrived, because otherwise no answer would ever be shown.
 */
export function useRefetchWhile(calls: readonly { readonly path: string }[], goes: boolean): void {
  const queries = useQueryClient();
  const paths = calls.map(({ path }) => path).join(' ');
  useEffect(() => {
    if (!goes) return;
    const timer = setInterval(() => {
      for (const path of paths.split(' ')) void queries.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false });
    }, againMs);
    return () => clearInterval(timer);
  }, [goes, paths, queries]);
}
