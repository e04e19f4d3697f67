import type { Logger } from 'pino';
import type { Database } from '#server/db/db.ts';
import type { Env } from '#server/kernel/env.ts';
import { type DarajaClient, makeClient } from './client.ts';
import { buildCallbackUrl, type MpesaConfig, platformMpesaConfig } from './mpesa-config.ts';
import { databaseTokens } from './tokens.ts';

export type { B2cRequest, DarajaClient, PullRequest, PushRequest, ReversalRequest, StatusRequest } from './client.ts';
export {
  buildCallbackUrl,
  callbackAddresses,
  isCallbackAddress,
  type MpesaConfig,
  type MpesaMode,
  type MpesaSecrets,
  mpesaStartupMessages,
  platformMpesaConfig,
  readMpesaConfig,
  resolveMpesaMode,
} from './mpesa-config.ts';
export { type DarajaOutcome, ownOutcomeCodes, type RefusedOutcome, type UnknownOutcome } from './outcome.ts';

/**
 * M-Pesa for one shortcode: the platform's own, or that of a collection account. It returns outcomes and never throws; if M-Pesa is off it rejects
 * every request.
 */
export const darajaClient = (
  services: { readonly env: Env; readonly log: Logger; readonly database: Pick<Database, 'db'> },
  line: MpesaConfig | null = platformMpesaConfig(services.env),
): DarajaClient => makeClient({ line, log: services.log, callbacks: buildCallbackUrl(services.env), tokens: databaseTokens(services.database.db) });
