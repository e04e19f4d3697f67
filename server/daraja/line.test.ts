import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loopback, safaricomAddresses } from '#contract/daraja/addresses.ts';
import { EnvProblem, readEnv } from '#server/kernel/env.ts';
import { securityCredential } from './credential.ts';
import { callbackAddresses, callbackUrl, lineOf, mayCallBack, modeOf, platformLine, sayMpesa } from './line.ts';
import { Secret } from './secret.ts';

const real = { MPESA_SHORTCODE: '600984', MPESA_CONSUMER_KEY: 'key', MPESA_CONSUMER_SECRET: 'secret', MPESA_PASSKEY: 'pass' };
const live = { NODE_ENV: 'production', APP_URL: 'https://makao.example', ...real };

describe('whom we speak to', () => {
  test.each([
    ['with credentials', live, 'safaricom', 'https://api.safaricom.co.ke'],
    ['in Safaricom’s sandbox', { ...live, MPESA_BASE: 'https://sandbox.safaricom.co.ke/' }, 'safaricom', 'https://sandbox.safaricom.co.ke'],
    ['with demo data', { NODE_ENV: 'production', DEMO: 'on', PORT: '4000' }, 'simulator', 'http://127.0.0.1:4001'],
    ['in development', { NODE_ENV: 'development', DARAJA_PORT: '7777' }, 'simulator', 'http://127.0.0.1:7777'],
    ['when it was asked for', { NODE_ENV: 'production', DARAJA_URL: 'http://127.0.0.1:5' }, 'simulator', 'http://127.0.0.1:5'],
  ])('%s', (_, given, mode, base) => {
    const env = readEnv(given);
    expect([modeOf(env), platformLine(env)?.base]).toEqual([mode, base]);
  });

  test('in production without credentials: nobody, and fake money has no way in', () => {
    const env = readEnv({ NODE_ENV: 'production' });
    expect([modeOf(env), platformLine(env), callbackAddresses(env), mayCallBack(env, '127.0.0.1')]).toEqual(['off', null, [], false]);
    expect(sayMpesa(env)).toHaveLength(1);
  });

  test('credentials are whole or none: half of them stop the start', () => {
    const { MPESA_PASSKEY: _, ...half } = live;
    expect(() => readEnv(half)).toThrow(
      new EnvProblem(
        'The environment variable MPESA_PASSKEY is missing: MPESA_SHORTCODE, MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_PASSKEY are set together.',
      ),
    );
    expect(() => readEnv({ ...live, MPESA_INITIATOR: 'api' })).toThrow(/MPESA_INITIATOR_PASSWORD is missing/);
    expect(() => readEnv({ ...live, MPESA_SHORTCODE: 'abc' })).toThrow(/MPESA_SHORTCODE is not usable/);
    expect(platformLine(readEnv(live))?.initiator).toBeNull();
  });
});

describe('who calls us', () => {
  test('Safaricom from its addresses, to the address people see', () => {
    const env = readEnv(live);
    expect([callbackAddresses(env), callbackUrl(env)]).toEqual([safaricomAddresses, 'https://makao.example']);
    expect(['196.201.214.200', '::ffff:196.201.214.200', '127.0.0.1', '196.201.214.201'].map((ip) => mayCallBack(env, ip))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  test('the simulator from this machine, to this machine', () => {
    const env = readEnv({ NODE_ENV: 'production', DEMO: 'on', APP_URL: 'https://demo.example' });
    expect([callbackAddresses(env), callbackUrl(env)]).toEqual([loopback, 'http://127.0.0.1:3000']);
  });
  test('or as the operator says', () => {
    const env = readEnv({ ...live, MPESA_ALLOWED_IPS: '10.0.0.1, 10.0.0.2', MPESA_CALLBACK_URL: 'https://hooks.example/' });
    expect([callbackAddresses(env), callbackUrl(env)]).toEqual([['10.0.0.1', '10.0.0.2'], 'https://hooks.example']);
  });
});

describe('the initiator’s password', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  test('is for the holder of the certificate alone, 344 characters, nothing added', async () => {
    const env = readEnv({ ...live, MPESA_INITIATOR: 'api', MPESA_INITIATOR_PASSWORD: 'Pass-1', MPESA_CERT: pem.replaceAll('\n', '\\n') });
    const line = lineOf(env, '600984', { consumerKey: 'a', consumerSecret: 'b', passkey: 'c', initiator: 'api', initiatorPassword: 'Pass-1' });
    const sealed = line?.initiator ? await securityCredential(line.initiator) : null;
    expect(sealed).toHaveLength(344);
    const opened = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(sealed ?? '', 'base64'));
    expect(opened.toString()).toBe('Pass-1');
    expect(platformLine(env)?.initiator?.name).toBe('api');
  });
  test('goes nowhere without a usable certificate', async () => {
    for (const key of [{ pem: 'nonsense' }, { pem: '' }, { from: 'http://127.0.0.1:2/none' }])
      expect(await securityCredential({ name: 'api', password: new Secret('x'), key })).toBeNull();
  });
});
