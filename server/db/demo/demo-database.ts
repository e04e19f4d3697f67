import type { Db } from '#server/kernel/ctx.ts';
import type { UnscopedDb } from '#server/kernel/scoped.ts';
import type { Database } from '../db.ts';
import type { DemoFiles } from './accounting/books-desk.ts';

/** A database with access to all tables, because the demo fills them together, and the storage of the files in it. */
export type DemoDatabase = Pick<Database, 'pool'> & { readonly db: UnscopedDb & Db; readonly files: DemoFiles };
