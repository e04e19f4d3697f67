import type { Env } from '#server/kernel/env.ts';

/** Whether the outbox viewer exists. It shows links that sign people in, so it exists only in a demo or in development. */
export const hasOutboxViewer = (env: Pick<Env, 'DEMO' | 'NODE_ENV'>): boolean => env.DEMO === 'on' || env.NODE_ENV === 'development';
