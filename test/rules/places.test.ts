import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Where an address may be read: to be written down, and by what counts sign-ins, which goes by the network itself. */
const written = /(?:\bip|\bip_address|'x-makao-address'): (?:ctx\.)?from\.ip\b|addressKey\(from\.ip\)/g;

test('nothing is counted by a full address: whoever has one IPv6 address has all of its network', () => {
  const counted = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) =>
      readFileSync(`server/${path}`, 'utf8')
        .split('\n')
        .flatMap((line, at) => (/from\.ip\b/.test(line.replace(written, '')) ? [`server/${path}:${at + 1}: ${line.trim()}`] : [])),
    );
  expect(counted).toEqual([]);
});
