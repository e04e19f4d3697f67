import type { Logger } from 'pino';
import type { MessageOverrides } from '#contract/messages.ts';
import type { Database } from '#server/db/db.ts';
import type { Auth } from '#server/identity/sign-in/auth.ts';
import type { ApiTokens } from '#server/identity/token.ts';
import type { FileStorage } from '#server/media/storage.ts';
import type { PageCache } from '#server/pages/page-cache.ts';
import type { Env } from './env.ts';
import type { DataDisk } from './process/disk.ts';
import type { WorkQueue } from './process/work-queue.ts';

/** The parts of a running Makao, built once in main.ts (or by a test) and passed to code that needs one. */
export type RunningServices = {
  readonly env: Env;
  readonly log: Logger;
  readonly database: Database;
  readonly auth: Auth;
  readonly tokens: ApiTokens;
  readonly secret: string;
  /** The storage of uploaded files. */
  readonly storage: FileStorage;
  /** Limits how many pictures are processed at a time. */
  readonly pictures: WorkQueue;
  /** Hashes one password after the other. */
  readonly passwords: WorkQueue;
  readonly disk: DataDisk;
  readonly pages: PageCache;
  /** The demo accounts, if demo data was requested. */
  readonly demo: { readonly password: string; readonly accounts: { email: string; says: string }[] } | null;
  /** Texts that an operator has replaced. */
  readonly wordings: () => MessageOverrides;
};
