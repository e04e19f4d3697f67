import { describe, expect, test } from 'vitest';
import { anonymousCaller, Refusal, requireCompanyMember, requireSignedIn } from './ctx.ts';

const failureOf = (read: () => unknown): string => {
  try {
    read();
  } catch (failed) {
    if (failed instanceof Refusal) return failed.failure;
    throw failed;
  }
  return 'none';
};

describe('signed-in caller', () => {
  test('signedIn returns the person and rejects a caller without an id', () => {
    expect(requireSignedIn({ me: { ...anonymousCaller, role: 'tenant', userId: 7 } })).toMatchObject({ role: 'tenant', userId: 7 });
    expect(failureOf(() => requireSignedIn({ me: anonymousCaller }))).toBe('signedOut');
  });

  test('companyMember returns person and company and rejects a person without a company', () => {
    expect(requireCompanyMember({ me: { ...anonymousCaller, role: 'owner', userId: 7, companyId: 3 } })).toMatchObject({ userId: 7, companyId: 3 });
    expect(failureOf(() => requireCompanyMember({ me: { ...anonymousCaller, role: 'admin', userId: 7 } }))).toBe('forbidden');
    expect(failureOf(() => requireCompanyMember({ me: { ...anonymousCaller, companyId: 3 } }))).toBe('signedOut');
  });
});
