import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

/** Deeper than any body of a call (a policy's rich text is the deepest), but not deep enough to exhaust the stack of the parser. */
const deepest = 32;

/** Whether a JSON text is nested deeper than the limit. The text is scanned before it is parsed. */
function isDeeper(text: string, limit: number): boolean {
  if (text.length <= limit * 2) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (quoted) {
      if (c === 92) at++;
      else if (c === 34) quoted = false;
    } else if (c === 34) quoted = true;
    else if (c === 91 || c === 123) {
      if (++depth > limit) return true;
    } else if (c === 93 || c === 125) depth--;
  }
  return false;
}

const hostShape = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** The last valid host, because nearly every request has the same one. */
let lastHost = '';
/** Whether an address can be formed with this host. */
function isHost(host: string): boolean {
  if (host === lastHost) return true;
  const can = hostShape.test(host) && URL.canParse(`http://${host}`);
  if (can) lastHost = host;
  return can;
}

/** Requests that no client of Makao sends are rejected before any handler reads them. */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers;
    done(host === undefined || isHost(host) ? undefined : new Refusal('invalid', m.shell_refusal_host()));
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (isDeeper(text, deepest)) return done(new Refusal('invalid', m.shell_refusal_deep({ most: deepest })));
    return parse(request, text, done);
  });
}
