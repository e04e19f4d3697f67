import { describe, expect, test } from 'vitest';
import { findStatementRule } from './rules.ts';

const line = (details: string, more: object = {}) => ({ details, payer: '', reference: '', ...more });
const found = (details: string, ...rules: string[]) =>
  findStatementRule(
    rules.map((contains) => ({ contains })),
    line(details),
  )?.contains;

describe('statement rule', () => {
  test('applies to whole words only, in any case and with any spaces or punctuation between them', () => {
    expect(found('EFT JANE A101', 'A10')).toBeUndefined();
    expect(found('EFT JANE A10', 'A10')).toBe('A10');
    expect(found('RECHARGES', 'charges')).toBeUndefined();
    expect(found('ACME LTD/RENT  A10', 'acme ltd rent')).toBe('acme ltd rent');
    expect(found('EFT JANE', '---')).toBeUndefined();
  });
  test('with the longest text is the one that applies', () => {
    expect(found('ACME LTD RENT A10', 'ACME', 'ACME LTD RENT A10', 'RENT A10')).toBe('ACME LTD RENT A10');
  });
  test('reads details, payer and reference', () => {
    const rules = [{ contains: 'Jane Wambui' }, { contains: 'FT77' }];
    expect(findStatementRule(rules, line('EFT', { payer: 'JANE WAMBUI' }))?.contains).toBe('Jane Wambui');
    expect(findStatementRule(rules, line('EFT', { reference: 'FT77' }))?.contains).toBe('FT77');
  });
});
