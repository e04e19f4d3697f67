import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

/** Deeper than anything a call takes (a policy's rich text is the deepest), shallower than what exhausts the stack of who reads it. */
const deepest = 32;

/** How deep a JSON text goes, looked at before it is read; no deeper than one past the limit. */
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
/** Nearly every request names the same host: that one was looked at already. */
let lastHost = '';
/** A host that an address can be made of. */
function isHost(host: string): boolean {
  if (host === lastHost) return true;
  const can = hostShape.test(host) && URL.canParse(`http://${host}`);
  if (can) lastHost = host;
  return can;
}

/** Requests that no client of Makao sends are rejected before any handler reads them. */
export function refuseMalformed(app: FastifyInstance): void {
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
