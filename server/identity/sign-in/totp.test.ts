import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildTotpUri,
  computeTotpCode,
  computeTotpStep,
  createRecoveryCodes,
  createTotpSecret,
  drawTotpQr,
  encodeBase32,
  findTotpStep,
  hashRecoveryCode,
  sealTotpSecret,
  unsealTotpSecret,
} from './totp.ts';

const rfc = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('TOTP: matches RFC 6238, appendix B: at %d s the code is %s', (seconds, code) =>
  expect(computeTotpCode(rfc, computeTotpStep(seconds * 1000))).toBe(code),
);

test('TOTP: encodes secrets in base32 as in RFC 4648', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => encodeBase32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
});

test('TOTP: a code is valid in its own time step and one step before or after, and can be used only once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 100_000_000 }), fc.integer({ min: -5, max: 5 }), (step, drift) => {
      const found = findTotpStep(rfc, computeTotpCode(rfc, step), (step + drift) * 30_000, 0);
      // Two of the three valid codes may be equal by chance. Then the earlier one counts.
      if (Math.abs(drift) <= 1) expect(found).not.toBeNull();
      if (found !== null)
        expect(findTotpStep(rfc, computeTotpCode(rfc, found), (step + drift) * 30_000, Math.max(found, step + drift + 1))).toBeNull();
    }),
  );
});

test('TOTP: a stored secret is decrypted only with the key of its installation, and cannot be decrypted after a single bit changes', () => {
  const secret = createTotpSecret();
  const sealed = sealTotpSecret('house one', secret);
  expect(unsealTotpSecret('house one', sealed)).toEqual(secret);
  expect(() => unsealTotpSecret('house two', sealed)).toThrow();
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => unsealTotpSecret('house one', bytes.toString('base64url'))).toThrow();
});

test('recovery codes: are ten different, readable codes, accepted in capitals and without the hyphen', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
  const [code = ''] = codes;
  expect(hashRecoveryCode('h', code.toUpperCase().replace('-', ' '))).toBe(hashRecoveryCode('h', code));
});

test('TOTP QR code: encodes the secret in an otpauth address and is drawn in square modules', () => {
  const uri = buildTotpUri(rfc, 'a+b@makao.test', 'Makao');
  expect(uri).toBe('otpauth://totp/Makao:a%2Bb%40makao.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Makao&digits=6&period=30');
  expect(drawTotpQr(uri).path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
});
