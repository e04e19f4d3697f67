import { screenAddresses } from '#contract/screens.ts';

/**
 * Patterns of addresses with a secret; the log keeps the rest of the address. Africa's Talking does not sign its callbacks, so the address of its
 * webhook is a secret too.
 */
const patterns: readonly RegExp[] = [
  ...screenAddresses.map(({ path, screen }) => ({ path, secret: screen.secret })),
  { path: '/api/hooks/sms/:key', secret: 'key' },
  { path: '/calendar/:key', secret: 'key' },
  { path: '/hooks/pay/:channel/:secret', secret: 'secret' },
].flatMap(({ path, secret }) => (secret ? [patternOf(path, secret)] : []));

function patternOf(path: string, secret: string): RegExp {
  const before = path.slice(0, path.indexOf(`:${secret}`));
  const literal = before.split(/:\w+/).map((part) => [...part].map(spellings).join(''));
  return new RegExp(`(${literal.join('[^/\\s]+')})[^/\\s?"'<>]+`, 'gi');
}

/** A letter, plain or escaped; slashes may be repeated. The routes accept some of these spellings, and the log may contain all of them. */
function spellings(letter: string): string {
  const escaped = `%${letter.charCodeAt(0).toString(16)}`;
  const upper = `%${letter.toUpperCase().charCodeAt(0).toString(16)}`;
  const plain = letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `(?:${[...new Set([plain, escaped, upper])].join('|')})${letter === '/' ? '+' : ''}`;
}

/** Redacts secrets in any text for the log: a path, or a message that may contain one. */
export const redactText = (text: string): string => patterns.reduce((said, pattern) => said.replace(pattern, '$1•••'), text);
