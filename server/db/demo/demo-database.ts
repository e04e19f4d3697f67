import type { Db } from '#server/kernel/ctx.ts';
import type { WholeDb } from '#server/kernel/scoped.ts';
import type { Database } from '../db.ts';

/** A database whose tables are all within reach: the demo fills it as one. */
export type DemoDatabase = Pick<Database, 'pool'> & { readonly db: WholeDb & Db };
