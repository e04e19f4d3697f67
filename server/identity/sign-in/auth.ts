import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type pg from 'pg';
import { maxPasswordLength, minPasswordLength } from '#contract/identity/links.ts';
import type { WorkQueue } from '#server/kernel/process/work-queue.ts';

export type AuthSettings = {
  readonly appUrl: string;
  readonly secret: string /** The queue for password hashing. */;
  readonly passwords: WorkQueue;
  /**
   * By default better-auth checks all tables for each `makeAuth`, which takes about 0.15 s, and refuses an unexpected schema. False skips the check.
   */
  readonly validateSchema?: boolean;
};

export const cookiePrefix = 'makao';
export const sessionSeconds = 60 * 60 * 24 * 7;

/** Maps the field names of better-auth to the columns of the database. */
const dated = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;
const sessionFields = { userId: 'person_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...dated } as const;
const credentialFields = {
  userId: 'person_id',
  accountId: 'account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
  ...dated,
} as const;

const passkeys = (appUrl: string) =>
  passkey({
    origin: appUrl,
    // An email link identifies the person on a device that is not signed in yet. sign-in-methods.ts checks the link and names the person here.
    registration: {
      requireSession: false,
      resolveUser: async ({ context }) => {
        const [id = '', name = ''] = JSON.parse(context ?? '[]') as string[];
        return { id, name, displayName: name };
      },
    },
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    schema: {
      passkey: {
        modelName: 'person_passkey',
        fields: {
          publicKey: 'public_key',
          userId: 'person_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });

/**
 * better-auth stores passwords (scrypt), sessions and verification codes in the tables of Makao. It has no HTTP address: the specified routes
 * (auth-routes.ts) call it in-process, so its own route names are not public.
 */
export function makeAuth(pool: pg.Pool, { appUrl, secret, passwords, validateSchema = true }: AuthSettings) {
  return betterAuth({
    appName: 'Makao',
    baseURL: appUrl,
    basePath: '/api/auth/internal',
    secret,
    database: pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Attempts are counted by account and address in a database table (sign-in.ts), which works across nodes.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix,
      useSecureCookies: appUrl.startsWith('https://'),
      database: { generateId: 'serial', validateSchema },
      ipAddress: { ipAddressHeaders: ['x-makao-address'] },
    },
    user: {
      modelName: 'person',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        user_type: { type: 'number', required: false, input: false },
        onboarding: { type: 'boolean', required: false, input: false },
        is_active: { type: 'boolean', required: false, input: false },
      },
    },
    session: {
      modelName: 'person_session',
      fields: sessionFields,
      expiresIn: sessionSeconds,
      updateAge: 60 * 60 * 24,
    },
    account: {
      modelName: 'person_credential',
      fields: credentialFields,
    },
    verification: { modelName: 'verification', fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: minPasswordLength,
      maxPasswordLength: maxPasswordLength,
      autoSignIn: false,
      password: {
        hash: (given) => passwords.run(() => hashPassword(given)),
        verify: (given) => passwords.run(() => verifyPassword(given)),
      },
    },
    plugins: [passkeys(appUrl)],
  });
}

export type Auth = ReturnType<typeof makeAuth>;
