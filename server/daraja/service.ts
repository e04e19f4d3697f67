import type { Logger } from 'pino';
import { clock } from '#contract/time/clock.ts';
import type { Database } from '#server/db/db.ts';
import type { Env } from '#server/kernel/env.ts';
import { type Client, makeClient } from './client.ts';
import { callbackUrl, type Line, platformLine } from './line.ts';
import { databaseTokens } from './tokens.ts';

export type { B2cRequest, Client, PullRequest, PushRequest, ReversalRequest, StatusRequest } from './client.ts';
export {
  callbackAddresses,
  callbackUrl,
  type Line,
  type LineSecrets,
  lineOf,
  type MpesaMode,
  mayCallBack,
  modeOf,
  platformLine,
  sayMpesa,
} from './line.ts';
export { type Outcome, ownCodes, type RefusedOutcome, type UnknownOutcome } from './outcome.ts';

/** M-Pesa for one shortcode: the platform's own, or that of a collection account. Answers, never throws; where M-Pesa is off it refuses. */
export const daraja = (
  house: { readonly env: Env; readonly log: Logger; readonly database: Pick<Database, 'db'> },
  line: Line | null = platformLine(house.env),
): Client =>
  makeClient({ line, log: house.log, callbacks: callbackUrl(house.env), tokens: databaseTokens(house.database.db), now: () => clock.now() });
