import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loopbackAddresses, safaricomAddresses } from '#contract/daraja/addresses.ts';
import { EnvProblem, readEnv } from '#server/kernel/env.ts';
import { makeSecurityCredential } from './credential.ts';
import {
  buildCallbackUrl,
  buildMpesaStartupMessages,
  isCallbackIpAddress,
  readCallbackIpAddresses,
  readMpesaConfig,
  readPlatformMpesaConfig,
  resolveMpesaMode,
} from './mpesa-config.ts';
import { HiddenSecret } from './secret.ts';

const real = { MPESA_SHORTCODE: '600984', MPESA_CONSUMER_KEY: 'key', MPESA_CONSUMER_SECRET: 'secret', MPESA_PASSKEY: 'pass' };
const live = { NODE_ENV: 'production', APP_URL: 'https://makao.example', ...real };

describe('M-Pesa mode', () => {
  test.each([
    ['is Safaricom’s production with credentials', live, 'safaricom', 'https://api.safaricom.co.ke'],
    [
      'is Safaricom’s sandbox if its address is configured',
      { ...live, MPESA_BASE: 'https://sandbox.safaricom.co.ke/' },
      'safaricom',
      'https://sandbox.safaricom.co.ke',
    ],
    ['is the simulator with demo data', { NODE_ENV: 'production', DEMO: 'on', PORT: '4000' }, 'simulator', 'http://127.0.0.1:4001'],
    ['is the simulator in development', { NODE_ENV: 'development', DARAJA_PORT: '7777' }, 'simulator', 'http://127.0.0.1:7777'],
    [
      'is the simulator if its address is configured',
      { NODE_ENV: 'production', DARAJA_URL: 'http://127.0.0.1:5' },
      'simulator',
      'http://127.0.0.1:5',
    ],
  ])('%s', (_, given, mode, base) => {
    const env = readEnv(given);
    expect([resolveMpesaMode(env), readPlatformMpesaConfig(env)?.base]).toEqual([mode, base]);
  });

  test('is off in production without credentials, and callbacks from the simulator are refused', () => {
    const env = readEnv({ NODE_ENV: 'production' });
    expect([resolveMpesaMode(env), readPlatformMpesaConfig(env), isCallbackIpAddress(env, '127.0.0.1')]).toEqual(['off', null, false]);
    // A company's own paybill is real money, in every environment of the platform.
    const own = readMpesaConfig(env, '600984', { consumerKey: 'a', consumerSecret: 'b', passkey: 'c' });
    expect([own.base, isCallbackIpAddress(env, '196.201.214.200')]).toEqual(['https://api.safaricom.co.ke', true]);
    expect(buildMpesaStartupMessages(env)).toHaveLength(1);
  });

  test('rejects incomplete or unusable credentials at start', () => {
    const { MPESA_PASSKEY: _, ...half } = live;
    expect(() => readEnv(half)).toThrow(
      new EnvProblem(
        'The environment variable MPESA_PASSKEY is missing. Set all of these variables or none: MPESA_SHORTCODE, MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_PASSKEY.',
      ),
    );
    expect(() => readEnv({ ...live, MPESA_INITIATOR: 'api' })).toThrow(/MPESA_INITIATOR_PASSWORD is missing/);
    expect(() => readEnv({ ...live, MPESA_SHORTCODE: 'abc' })).toThrow(/MPESA_SHORTCODE is not usable/);
    expect(() => readEnv({ ...live, MPESA_INITIATOR: 'api', MPESA_INITIATOR_PASSWORD: 'x' })).toThrow(/MPESA_CERT is missing/);
    expect(readPlatformMpesaConfig(readEnv({ ...live, MPESA_CERT: 'pem' }))?.initiator).toBeNull();
  });
});

describe('M-Pesa callback addresses', () => {
  test("in production, Safaricom's IP addresses are accepted and callbacks use the public address of Makao", () => {
    const env = readEnv(live);
    expect([readCallbackIpAddresses(env), buildCallbackUrl(env)]).toEqual([safaricomAddresses, 'https://makao.example']);
    expect(['196.201.214.200', '::ffff:196.201.214.200', '127.0.0.1', '196.201.214.201'].map((ip) => isCallbackIpAddress(env, ip))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  test('with the simulator are those of the local machine', () => {
    const env = readEnv({ NODE_ENV: 'production', DEMO: 'on', APP_URL: 'https://demo.example' });
    expect([readCallbackIpAddresses(env), buildCallbackUrl(env)]).toEqual([loopbackAddresses, 'http://127.0.0.1:3000']);
  });
  test('can be replaced by the configuration', () => {
    const env = readEnv({ ...live, MPESA_ALLOWED_IPS: '10.0.0.1, 10.0.0.2', MPESA_CALLBACK_URL: 'https://hooks.example/' });
    expect([readCallbackIpAddresses(env), buildCallbackUrl(env)]).toEqual([['10.0.0.1', '10.0.0.2'], 'https://hooks.example']);
  });
});

describe('M-Pesa initiator password', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  test("is encrypted with Safaricom's certificate into 344 characters", async () => {
    const env = readEnv({ ...live, MPESA_INITIATOR: 'api', MPESA_INITIATOR_PASSWORD: 'Pass-1', MPESA_CERT: pem.replaceAll('\n', '\\n') });
    const line = readMpesaConfig(env, '600984', {
      consumerKey: 'a',
      consumerSecret: 'b',
      passkey: 'c',
      initiator: 'api',
      initiatorPassword: 'Pass-1',
    });
    const sealed = line?.initiator ? await makeSecurityCredential(line.initiator) : null;
    expect(sealed).toHaveLength(344);
    const opened = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(sealed ?? '', 'base64'));
    expect(opened.toString()).toBe('Pass-1');
    expect(readPlatformMpesaConfig(env)?.initiator?.name).toBe('api');
  });
  test('is not sent without a usable certificate', async () => {
    for (const key of [{ pem: 'nonsense' }, { pem: '' }, { from: 'http://127.0.0.1:2/none' }])
      expect(await makeSecurityCredential({ name: 'api', password: new HiddenSecret('x'), key })).toBeNull();
  });
});
