import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** `8.8.8.8:1234` and `[2001:db8::7]:443` are what some proxies write for an address. */
function addressIn(text: string): string | null {
  const bare = text.replace(/^\[(.*)\](?::\d{1,5})?$/, '$1').replace(/^([\d.]+):\d{1,5}$/, '$1');
  return isIP(bare) > 0 ? bare : null;
}

/** The addresses that trusted proxies appended. Everything before the first invalid address is ignored. */
export function parseForwardedAddresses(forwarded: string): string {
  const kept: string[] = [];
  for (const part of forwarded.slice(-1000).split(',').reverse()) {
    const address = addressIn(part.trim());
    if (!address) break;
    kept.unshift(address);
  }
  return kept.join(', ');
}

/** Ensures that `x-forwarded-for` contains only addresses, because counters, rate limits and the log use them. */
export function stripUntrustedForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers['x-forwarded-for'];
    if (given !== undefined) request.headers['x-forwarded-for'] = parseForwardedAddresses(String(given));
    done();
  });
}
