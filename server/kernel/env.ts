import { resolve } from 'node:path';
import { z } from 'zod';
import { builtInMapStyleName } from '#contract/map/base-map.ts';

const flag = z.enum(['on', 'off']);
const Env = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: z.url().optional(),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: z.string().optional(),
  /**
   * The number of database connections of this process for requests. It opens a fifth more for separate transactions, and as many for searches by
   * visitors.
   */
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DEMO: flag.default('off'),
  PRODUCT_NAME: z.string().min(1).max(40).default('Makao'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  /** Requests per minute from one address before the server answers 429. */
  RATE_LIMIT: z.coerce.number().int().min(1).default(1200),
  /** The number of proxies in front of the server whose X-Forwarded-* headers are trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  /** The signing secret, shared by all nodes of a deployment. Without it, a secret is generated and stored in DATA_DIR. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** Encrypts the keys of rental applications and is shared by all nodes. Without it, the key is derived from AUTH_SECRET. */
  VAULT_KEY: z.string().min(32).optional(),
  /** Files are stored in this S3-compatible storage instead of DATA_DIR/media when all of these are set. */
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** Google sign-in is offered when both are set. Only tests use another issuer. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  /** The storage quota of one company in megabytes. */
  STORAGE_QUOTA_MB: z.coerce.number().int().min(1).default(5120),
  /**
   * The highest percentage of collected rent and the highest fixed amount or minimum in shillings that a commission rule can set, and the days of
   * notice before a rule starts that can cost an owner more.
   */
  COMMISSION_CEILING_PERCENT: z.coerce.number().min(1).max(100).default(20),
  /** The highest percentage of the first month's rent that a letting fee can set. */
  COMMISSION_FIRST_RENT_CEILING_PERCENT: z.coerce.number().min(1).max(100).default(50),
  COMMISSION_CEILING_KES: z.coerce.number().int().min(1).default(10_000),
  COMMISSION_NOTICE_DAYS: z.coerce.number().int().min(0).max(90).default(14),
  /** The SMS about invoices that one company can send in a day: so many for each tenancy, and at least the minimum. */
  SMS_PER_TENANCY: z.coerce.number().int().min(0).max(100).default(3),
  SMS_PER_COMPANY: z.coerce.number().int().min(0).max(100_000).default(50),
  /** The key and certificates that seal agreements, as PEM or as the path of a file. Without them, a pair is generated and stored in DATA_DIR. */
  SEAL_KEY: z.string().optional(),
  SEAL_CERT: z.string().optional(),
  METRICS_TOKEN: z.string().optional(),
  SUPERADMIN_EMAIL: z.email().optional(),
  SUPERADMIN_PASSWORD: z.string().min(12).optional(),
  /** The mail server (smtp:// or smtps://). Without it, email stays in the local outbox. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** Africa's Talking, which sends SMS. Without a user name and an API key, SMS stay in the local outbox. */
  SMS_URL: z.url().default('https://api.africastalking.com/version1/messaging'),
  SMS_USERNAME: z.string().optional(),
  SMS_API_KEY: z.string().optional(),
  SMS_FROM: z.string().max(11).optional(),
  /**
   * M-Pesa (Safaricom Daraja): without these credentials Makao uses the simulator, where there is one (server/daraja/mpesa-config.ts). MPESA_CERT is
   * PEM or the path of a file.
   */
  MPESA_BASE: z.url({ protocol: /^https?$/ }).default('https://api.safaricom.co.ke'),
  MPESA_SHORTCODE: z
    .string()
    .regex(/^\d{5,8}$/, 'must be a paybill or store number')
    .optional(),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_PASSKEY: z.string().optional(),
  MPESA_INITIATOR: z.string().optional(),
  MPESA_INITIATOR_PASSWORD: z.string().optional(),
  MPESA_CERT: z.string().optional(),
  MPESA_CALLBACK_URL: z.url({ protocol: /^https?$/ }).optional(),
  MPESA_ALLOWED_IPS: z.string().optional(),
  DARAJA_URL: z.url({ protocol: /^https?$/ }).optional(),
  DARAJA_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Live notifications by WebSocket, and the interval at which an open socket is checked against its session. */
  WEBSOCKET: flag.default('on'),
  WEBSOCKET_PING_SECONDS: z.coerce.number().min(0.05).max(30).default(30),
  /** Lets browsers show saved homes offline. `off` removes the service worker from every browser that has it. */
  OFFLINE: flag.default('on'),
  /**
   * A MapLibre style with street tiles, whose origin is the only other one that pages may connect to, or "own" for the map that Makao draws. If
   * unset, `server/pages/base-map.ts` chooses.
   */
  MAP_STYLE_URL: z
    .union([z.literal(builtInMapStyleName), z.url({ protocol: /^https?$/ })], { error: 'must be an http(s) address or "own"' })
    .optional(),
  SUPPORT_WHATSAPP: z.string().optional(),
  SUPPORT_PHONE: z.string().optional(),
  SUPPORT_EMAIL: z.email().optional(),
  SUPPORT_HELP: z.url().optional(),
});

export type Env = Omit<z.output<typeof Env>, 'APP_URL'> & { readonly appUrl: string; readonly dataDir: string };

/** An invalid setting stops the start. The message names the variable. */
export class EnvProblem extends Error {}

/** Only this file reads process.env. All other code receives the settings that it needs. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = Env.safeParse(given);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    throw new EnvProblem(`The environment variable ${first?.path.join('.')} is not usable: ${first?.message}.`);
  }
  const { APP_URL, ...env } = parsed.data;
  together(given, ['MPESA_SHORTCODE', 'MPESA_CONSUMER_KEY', 'MPESA_CONSUMER_SECRET', 'MPESA_PASSKEY']);
  // The certificate is also used for the paybills of companies.
  together(given, ['MPESA_INITIATOR', 'MPESA_INITIATOR_PASSWORD', ...(given.MPESA_INITIATOR ? ['MPESA_CERT'] : [])]);
  return { ...env, dataDir: resolve(env.DATA_DIR), appUrl: (APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '') };
}

/** An incomplete set of credentials is an error. Without this check Makao would use the simulator without any warning. */
function together(given: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length > 0 && missing.length < names.length)
    throw new EnvProblem(`The environment variable ${missing[0]} is missing. Set all of these variables or none: ${names.join(', ')}.`);
}
