import { jwtVerify, SignJWT } from 'jose';
import { clock } from '#contract/time/clock.ts';

/** The lifetime of an access token. The client gets the next one from /api/token when it has expired, or on a 401. */
export const accessTokenSeconds = 300;

/** The maximum number of tokens whose checked signature is cached. */
const most = 10_000;

export type ApiTokens = { make(sessionId: number, personId: number): Promise<string>; read(token: string): Promise<number | null> };

/** Short-lived signed access tokens for /api/v2. A token names a session, which is looked up on every request. */
export function makeApiTokens(secret: string, appUrl: string): ApiTokens {
  const key = new TextEncoder().encode(`access-token:${secret}`);
  // The signature of a token is checked once and not on each request of its five minutes.
  const checked = new Map<string, { readonly sessionId: number; readonly until: number }>();
  return {
    make: (sessionId, personId) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(personId))
        .setIssuer(appUrl)
        .setIssuedAt()
        .setExpirationTime(`${accessTokenSeconds}s`)
        .sign(key),
    async read(token) {
      const known = checked.get(token);
      if (known && known.until > clock.ms()) return known.sessionId;
      try {
        const { payload } = await jwtVerify(token, key, { issuer: appUrl, algorithms: ['HS256'] });
        if (typeof payload.sid !== 'number' || payload.exp === undefined) return null;
        const [oldest] = checked.keys();
        if (checked.size >= most && oldest !== undefined) checked.delete(oldest);
        checked.set(token, { sessionId: payload.sid, until: payload.exp * 1000 });
        return payload.sid;
      } catch {
        return null;
      }
    },
  };
}
