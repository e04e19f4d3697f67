import { describe, expect, test } from 'vitest';
import { banks } from '#contract/reference/banks.ts';
import { profiles } from './profile.ts';

describe('what each kind tells', () => {
  test('an owner: payout by M-Pesa or by a bank of the list, KRA PIN softly', () => {
    const owner = (given: object) => profiles.owner.safeParse(given);
    expect(owner({}).success).toBe(true);
    expect(owner({ payout: { by: 'mpesa', phone: '0712345678' }, kra_pin: 'a123456789z' }).data).toMatchObject({ kra_pin: 'A123456789Z' });
    expect(owner({ payout: { by: 'bank', bank: '01', account: '1100223344', name: 'Jane' } }).success).toBe(true);
    expect(owner({ payout: { by: 'bank', bank: '1', account: '1100223344', name: 'Jane' } }).success).toBe(false);
    expect(owner({ payout: { by: 'cash' } }).success).toBe(false);
    for (const kra_pin of ['123456789Z', 'A12345678Z', 'A1234567890Z', 'AB23456789Z']) expect(owner({ kra_pin }).success, kra_pin).toBe(false);
  });
  test('an agent names EARB number and counties, a dealer a region, a tenant nothing they do not want to', () => {
    expect(profiles.agent.safeParse({ earb: '2871', areas: ['047'] }).success).toBe(true);
    expect(profiles.agent.safeParse({ earb: '2871', areas: [] }).success).toBe(false);
    expect(profiles.agent.safeParse({ earb: '2871', areas: ['048'] }).success).toBe(false);
    expect(profiles.dealer.safeParse({ region: '047' }).success).toBe(true);
    expect(profiles.dealer.safeParse({}).success).toBe(false);
    expect(profiles.tenant.safeParse({}).data).toEqual({ areas: [] });
    expect(profiles.tenant.safeParse({ salary: 1 }).success).toBe(false);
  });
});

test('bank codes are two-digit strings, each once', () => {
  expect(banks.filter((b) => !/^\d{2}$/.test(b.code))).toEqual([]);
  expect(new Set(banks.map((b) => b.code)).size).toBe(banks.length);
});
