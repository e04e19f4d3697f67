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
  /** Where uploaded files are kept. */
  readonly storage: FileStorage;
  /** Pictures are drawn a few at a time. */
  readonly pictures: WorkQueue;
  /** Passwords are hashed one after the other. */
  readonly passwords: WorkQueue;
  readonly disk: DataDisk;
  readonly pages: PageCache;
  /** Accounts to try the product with, where demo data was asked for. */
  readonly demo: { readonly password: string; readonly accounts: { email: string; says: string }[] } | null;
  /** Wording an operator put in place of ours. */
  readonly wordings: () => MessageOverrides;
};
