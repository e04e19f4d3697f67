import { screenAddresses } from '#contract/screens.ts';

/** Secrets in addresses, with what comes before them: the log keeps the rest. Africa's Talking signs nothing, so its address is one too. */
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

/** A letter, or the same letter escaped; slashes may come in rows. Our routes take some of these spellings, and the log all of them. */
function spellings(letter: string): string {
  const escaped = `%${letter.charCodeAt(0).toString(16)}`;
  const upper = `%${letter.toUpperCase().charCodeAt(0).toString(16)}`;
  const plain = letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `(?:${[...new Set([plain, escaped, upper])].join('|')})${letter === '/' ? '+' : ''}`;
}

/** For whatever is written to the log: a path, or a message that may hold one. */
export const redactText = (text: string): string => patterns.reduce((said, pattern) => said.replace(pattern, '$1•••'), text);
