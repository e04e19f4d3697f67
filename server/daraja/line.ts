import { existsSync, readFileSync } from 'node:fs';
import { loopback, safaricomAddresses } from '#contract/daraja/addresses.ts';
import { simulated } from '#contract/daraja/simulated.ts';
import type { Env } from '#server/kernel/env.ts';
import { Secret } from './secret.ts';

/** One shortcode and what it takes to speak for it: the platform's own from the environment, or that of a company's collection account. */
export type Line = {
  readonly base: string;
  readonly shortcode: string;
  /** Customers pay a till instead of a paybill: the shortcode is then that of its store. */
  readonly till: string | null;
  readonly consumerKey: Secret;
  readonly consumerSecret: Secret;
  readonly passkey: Secret;
  /** Who may pay out, ask for status and balance, and reverse; without them these are refused. */
  readonly initiator: { readonly name: string; readonly password: Secret; readonly key: InitiatorKey } | null;
};
/** Safaricom's certificate as PEM; the simulator makes a key when it starts and is asked for it. */
type InitiatorKey = { readonly pem: string } | { readonly from: string };

/** The secrets of a line as they are kept, sealed, in a record. */
export type LineSecrets = {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly passkey: string;
  readonly initiator?: string | undefined;
  readonly initiatorPassword?: string | undefined;
};

export type MpesaMode = 'safaricom' | 'simulator' | 'off';

/**
 * Whom the platform's own paybill speaks to. Fake money has no way into an installation that means it: the simulator is asked for, or it is no
 * production, or it shows demo data. Else it is off, and a company's own paybill speaks to Safaricom all the same.
 */
export const modeOf = (env: Env): MpesaMode =>
  env.MPESA_CONSUMER_KEY ? 'safaricom' : env.DARAJA_URL || env.NODE_ENV !== 'production' || env.DEMO === 'on' ? 'simulator' : 'off';

const baseOf = (env: Env): string =>
  (modeOf(env) === 'simulator' ? (env.DARAJA_URL ?? `http://127.0.0.1:${env.DARAJA_PORT ?? env.PORT + 1}`) : env.MPESA_BASE).replace(/\/$/, '');

/** A line for a shortcode, by its own secrets. */
export function lineOf(env: Env, shortcode: string, secrets: LineSecrets, till: string | null = null): Line {
  const mode = modeOf(env);
  const base = baseOf(env);
  const key = mode === 'simulator' ? { from: `${base}/sim/certificate` } : env.MPESA_CERT ? { pem: pemOf(env.MPESA_CERT) } : null;
  const { initiator: name, initiatorPassword: password } = secrets;
  return {
    base,
    shortcode,
    till,
    consumerKey: new Secret(secrets.consumerKey),
    consumerSecret: new Secret(secrets.consumerSecret),
    passkey: new Secret(secrets.passkey),
    initiator: name && password && key ? { name, password: new Secret(password), key } : null,
  };
}

/** The platform's own: from the environment, or the simulator's with its well-known credentials. */
export function platformLine(env: Env): Line | null {
  const { MPESA_SHORTCODE: shortcode, MPESA_CONSUMER_KEY: consumerKey, MPESA_CONSUMER_SECRET: consumerSecret, MPESA_PASSKEY: passkey } = env;
  if (!shortcode || !consumerKey || !consumerSecret || !passkey) return modeOf(env) === 'off' ? null : lineOf(env, simulated.shortcode, simulated);
  return lineOf(env, shortcode, {
    consumerKey,
    consumerSecret,
    passkey,
    initiator: env.MPESA_INITIATOR,
    initiatorPassword: env.MPESA_INITIATOR_PASSWORD,
  });
}

/** As PEM, or a file of PEM or DER: Safaricom hands out both. */
function pemOf(given: string): string {
  if (given.includes('-----BEGIN')) return given.replaceAll('\\n', '\n');
  const bytes = existsSync(given) ? readFileSync(given) : Buffer.alloc(0);
  return bytes.includes('-----BEGIN')
    ? bytes.toString('utf8')
    : `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

/** Where callbacks find us. The simulator stands on this machine and is called back by it, whatever the address people see. */
export const callbackUrl = (env: Env): string =>
  (
    env.MPESA_CALLBACK_URL ?? (modeOf(env) === 'simulator' && env.PORT !== 0 && loopsBack(env.HOST) ? `http://127.0.0.1:${env.PORT}` : env.appUrl)
  ).replace(/\/$/, '');
const loopsBack = (host: string): boolean => host === '127.0.0.1' || host === '0.0.0.0';

/** Who may call back. */
export function callbackAddresses(env: Env): readonly string[] {
  const given = (env.MPESA_ALLOWED_IPS ?? '').split(/[\s,]+/).filter((ip) => ip !== '');
  if (given.length > 0) return given;
  return modeOf(env) === 'simulator' ? loopback : safaricomAddresses;
}
/** An IPv4 address may come in IPv6's clothes. */
export const mayCallBack = (env: Env, ip: string): boolean => callbackAddresses(env).includes(ip.replace(/^::ffff:(?=\d+\.)/i, ''));

/** What whoever starts a server is told. */
export function sayMpesa(env: Env): readonly string[] {
  const mode = modeOf(env);
  if (mode === 'off')
    return ['M-Pesa is not set up for the platform: only companies with a paybill of their own can ask for payment by phone (README, Settings).'];
  return mode === 'simulator' && env.DARAJA_URL ? [`The phone that pays: ${baseOf(env)} (no real money moves)`] : [];
}
