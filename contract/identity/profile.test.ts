import { describe, expect, test } from 'vitest';
import { kenyanBanks } from '#contract/reference/banks.ts';
import { profileSchemas } from './profile.ts';

describe('onboarding details', () => {
  test('an owner needs a payout account with M-Pesa or a listed bank, and may enter a KRA PIN', () => {
    const owner = (given: object) => profileSchemas.owner.safeParse(given);
    expect(owner({}).success).toBe(true);
    expect(owner({ payout: { by: 'mpesa', phone: '0712345678' }, kra_pin: 'a123456789z' }).data).toMatchObject({ kra_pin: 'A123456789Z' });
    expect(owner({ payout: { by: 'bank', bank: '01', account: '1100223344', name: 'Jane' } }).success).toBe(true);
    expect(owner({ payout: { by: 'bank', bank: '1', account: '1100223344', name: 'Jane' } }).success).toBe(false);
    expect(owner({ payout: { by: 'cash' } }).success).toBe(false);
    for (const kra_pin of ['123456789Z', 'A12345678Z', 'A1234567890Z', 'AB23456789Z']) expect(owner({ kra_pin }).success, kra_pin).toBe(false);
  });
  test('an agent needs an EARB number and counties, a dealer needs a region, and a tenant needs nothing', () => {
    expect(profileSchemas.agent.safeParse({ earb: '2871', areas: ['047'] }).success).toBe(true);
    expect(profileSchemas.agent.safeParse({ earb: '2871', areas: [] }).success).toBe(false);
    expect(profileSchemas.agent.safeParse({ earb: '2871', areas: ['048'] }).success).toBe(false);
    expect(profileSchemas.dealer.safeParse({ region: '047' }).success).toBe(true);
    expect(profileSchemas.dealer.safeParse({}).success).toBe(false);
    expect(profileSchemas.tenant.safeParse({}).data).toEqual({ areas: [] });
    expect(profileSchemas.tenant.safeParse({ salary: 1 }).success).toBe(false);
  });
});

test('Kenyan banks: every bank has a unique two-digit code', () => {
  expect(kenyanBanks.filter((b) => !/^\d{2}$/.test(b.code))).toEqual([]);
  expect(new Set(kenyanBanks.map((b) => b.code)).size).toBe(kenyanBanks.length);
});
