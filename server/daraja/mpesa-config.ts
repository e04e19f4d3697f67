import { existsSync, readFileSync } from 'node:fs';
import { loopbackAddresses, safaricomAddresses } from '#contract/daraja/addresses.ts';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import type { Env } from '#server/kernel/env.ts';
import { HiddenSecret } from './secret.ts';

/** The configuration of one shortcode: the platform's own from the environment, or that of a company's collection account. */
export type MpesaConfig = {
  readonly base: string;
  readonly shortcode: string;
  /** Customers pay to a till instead of a paybill: the shortcode is then that of its store. */
  readonly till: string | null;
  readonly consumerKey: HiddenSecret;
  readonly consumerSecret: HiddenSecret;
  readonly passkey: HiddenSecret;
  /** The initiator for payouts, status and balance queries, and reversals; without it these are rejected. */
  readonly initiator: { readonly name: string; readonly password: HiddenSecret; readonly key: InitiatorKey } | null;
};
/** Safaricom's certificate as PEM; the simulator's key is fetched, since it is created at start. */
type InitiatorKey = { readonly pem: string } | { readonly from: string };

/** The secrets of a shortcode as they are stored, encrypted. */
export type MpesaSecrets = {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly passkey: string;
  readonly initiator?: string | undefined;
  readonly initiatorPassword?: string | undefined;
};

export type MpesaMode = 'safaricom' | 'simulator' | 'off';

/**
 * The mode of the platform's own paybill. Simulated money must never reach a production installation: the simulator is used only if configured,
 * outside production, or with demo data. Otherwise M-Pesa is off, and a company's own paybill still uses Safaricom.
 */
export const resolveMpesaMode = (env: Env): MpesaMode =>
  env.MPESA_CONSUMER_KEY ? 'safaricom' : env.DARAJA_URL || env.NODE_ENV !== 'production' || env.DEMO === 'on' ? 'simulator' : 'off';

const baseOf = (env: Env): string =>
  (resolveMpesaMode(env) === 'simulator' ? (env.DARAJA_URL ?? `http://127.0.0.1:${env.DARAJA_PORT ?? env.PORT + 1}`) : env.MPESA_BASE).replace(
    /\/$/,
    '',
  );

/** The configuration of a shortcode from its own secrets. */
export function readMpesaConfig(env: Env, shortcode: string, secrets: MpesaSecrets, till: string | null = null): MpesaConfig {
  const mode = resolveMpesaMode(env);
  const base = baseOf(env);
  const key = mode === 'simulator' ? { from: `${base}/sim/certificate` } : env.MPESA_CERT ? { pem: pemOf(env.MPESA_CERT) } : null;
  const { initiator: name, initiatorPassword: password } = secrets;
  return {
    base,
    shortcode,
    till,
    consumerKey: new HiddenSecret(secrets.consumerKey),
    consumerSecret: new HiddenSecret(secrets.consumerSecret),
    passkey: new HiddenSecret(secrets.passkey),
    initiator: name && password && key ? { name, password: new HiddenSecret(password), key } : null,
  };
}

/** The platform's own configuration: from the environment, or the simulator's public credentials. */
export function readPlatformMpesaConfig(env: Env): MpesaConfig | null {
  const { MPESA_SHORTCODE: shortcode, MPESA_CONSUMER_KEY: consumerKey, MPESA_CONSUMER_SECRET: consumerSecret, MPESA_PASSKEY: passkey } = env;
  if (!shortcode || !consumerKey || !consumerSecret || !passkey)
    return resolveMpesaMode(env) === 'off' ? null : readMpesaConfig(env, simulatorCredentials.shortcode, simulatorCredentials);
  return readMpesaConfig(env, shortcode, {
    consumerKey,
    consumerSecret,
    passkey,
    initiator: env.MPESA_INITIATOR,
    initiatorPassword: env.MPESA_INITIATOR_PASSWORD,
  });
}

/** PEM text, or a file of PEM or DER: Safaricom provides both. */
function pemOf(given: string): string {
  if (given.includes('-----BEGIN')) return given.replaceAll('\\n', '\n');
  const bytes = existsSync(given) ? readFileSync(given) : Buffer.alloc(0);
  return bytes.includes('-----BEGIN')
    ? bytes.toString('utf8')
    : `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

/** The base of callback addresses. The simulator runs on this machine and calls it directly, whatever the public address is. */
export const buildCallbackUrl = (env: Env): string =>
  (
    env.MPESA_CALLBACK_URL ??
    (resolveMpesaMode(env) === 'simulator' && env.PORT !== 0 && loopsBack(env.HOST) ? `http://127.0.0.1:${env.PORT}` : env.appUrl)
  ).replace(/\/$/, '');
const loopsBack = (host: string): boolean => host === '127.0.0.1' || host === '0.0.0.0';

/** The addresses from which callbacks are accepted. */
export function readCallbackIpAddresses(env: Env): readonly string[] {
  const given = (env.MPESA_ALLOWED_IPS ?? '').split(/[\s,]+/).filter((ip) => ip !== '');
  if (given.length > 0) return given;
  return resolveMpesaMode(env) === 'simulator' ? loopbackAddresses : safaricomAddresses;
}
/** Checks a source address against the IP allowlist. An IPv4 address may be mapped to IPv6. */
export const isCallbackIpAddress = (env: Env, ip: string): boolean => readCallbackIpAddresses(env).includes(ip.replace(/^::ffff:(?=\d+\.)/i, ''));

/** The M-Pesa messages printed at server start. */
export function buildMpesaStartupMessages(env: Env): readonly string[] {
  const mode = resolveMpesaMode(env);
  if (mode === 'off') return ['M-Pesa is not set up for Makao. Only companies with their own paybill can send M-Pesa prompts (README, Settings).'];
  return mode === 'simulator' && env.DARAJA_URL ? [`M-Pesa simulator: ${baseOf(env)} (no real money moves)`] : [];
}
