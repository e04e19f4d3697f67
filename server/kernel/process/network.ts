import { isIPv6 } from 'node:net';
import type { RequestOrigin } from '../ctx.ts';

/**
 * A client with one IPv6 address also controls the other 2^64 of its network, so IPv6 clients are identified by network and IPv4 clients by address.
 */
export function getNetworkKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [front, back] = [groups(head), groups(tail)];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return `${[...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The key under which requests of a client are counted. It is not the IPv6 address itself, because one person may have any number of these. */
export const getOriginNetworkKey = ({ ip }: Pick<RequestOrigin, 'ip'>): string => getNetworkKey(ip);
