import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Places that may read an IP address: for logging it, and for counting sign-ins, which use the network itself. */
const written = /(?:\bip|\bip_address|'x-makao-address'): (?:ctx\.)?from\.ip\b|attemptAddressKey\(from\.ip\)/g;

test('rate limits: no limit counts by full IP address, because one person can use a whole IPv6 network', () => {
  const counted = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) =>
      readFileSync(`server/${path}`, 'utf8')
        .split('\n')
        .flatMap((line, at) => (/from\.ip\b/.test(line.replace(written, '')) ? [`server/${path}:${at + 1}: ${line.trim()}`] : [])),
    );
  expect(counted).toEqual([]);
});
