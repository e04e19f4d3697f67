import type { Env } from '#server/kernel/env.ts';

/** The viewer of what no carrier took: it holds links that sign people in, so outside of a demo or development it does not exist. */
export const hasViewer = (env: Pick<Env, 'DEMO' | 'NODE_ENV'>): boolean => env.DEMO === 'on' || env.NODE_ENV === 'development';
