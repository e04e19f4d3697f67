import { describe, expect, test } from 'vitest';
import { companyMember, nobody, Refusal, signedIn } from './ctx.ts';

const failureOf = (read: () => unknown): string => {
  try {
    read();
  } catch (failed) {
    if (failed instanceof Refusal) return failed.failure;
    throw failed;
  }
  return 'none';
};

describe('the signed-in caller', () => {
  test('signedIn: answers the person, refuses a caller without an id', () => {
    expect(signedIn({ me: { ...nobody, role: 'tenant', userId: 7 } })).toMatchObject({ role: 'tenant', userId: 7 });
    expect(failureOf(() => signedIn({ me: nobody }))).toBe('signedOut');
  });

  test('companyMember: answers person and company, refuses a person without a company', () => {
    expect(companyMember({ me: { ...nobody, role: 'owner', userId: 7, companyId: 3 } })).toMatchObject({ userId: 7, companyId: 3 });
    expect(failureOf(() => companyMember({ me: { ...nobody, role: 'admin', userId: 7 } }))).toBe('forbidden');
    expect(failureOf(() => companyMember({ me: { ...nobody, companyId: 3 } }))).toBe('signedOut');
  });
});
