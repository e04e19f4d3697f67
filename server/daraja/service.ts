import type { Logger } from 'pino';
import type { Database } from '#server/db/db.ts';
import type { Env } from '#server/kernel/env.ts';
import { type DarajaClient, makeDarajaClient } from './client.ts';
import { buildCallbackUrl, type MpesaConfig, readPlatformMpesaConfig } from './mpesa-config.ts';
import { makeDatabaseTokenStore } from './tokens.ts';

export type { B2cRequest, DarajaClient, DarajaStkPushRequest, ReversalRequest, TransactionPullRequest, TransactionStatusRequest } from './client.ts';
export {
  buildCallbackUrl,
  buildMpesaStartupMessages,
  isCallbackIpAddress,
  type MpesaConfig,
  type MpesaMode,
  type MpesaSecrets,
  readCallbackIpAddresses,
  readMpesaConfig,
  readPlatformMpesaConfig,
  resolveMpesaMode,
} from './mpesa-config.ts';
export { type DarajaOutcome, makaoOutcomeCodes, type RefusedOutcome, type UnknownOutcome } from './outcome.ts';

/**
 * M-Pesa for one shortcode: the platform's own, or that of a collection account. It returns outcomes and never throws; if M-Pesa is off it rejects
 * every request.
 */
export const getDarajaClient = (
  services: { readonly env: Env; readonly log: Logger; readonly database: Pick<Database, 'db'> },
  line: MpesaConfig | null = readPlatformMpesaConfig(services.env),
): DarajaClient =>
  makeDarajaClient({ line, log: services.log, callbacks: buildCallbackUrl(services.env), tokens: makeDatabaseTokenStore(services.database.db) });
