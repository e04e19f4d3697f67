import { expect, test } from 'vitest';
import { readTable } from './table.ts';

test('an empty first cell keeps its place, and quotes hold what they hold', () => {
  expect(readTable('External,Reference,Status\n,TRF-1,failed\nB7,"TRF-2",paid\n')).toEqual({
    head: ['external', 'reference', 'status'],
    rows: [
      { external: '', reference: 'TRF-1', status: 'failed' },
      { external: 'B7', reference: 'TRF-2', status: 'paid' },
    ],
  });
  expect(readTable('reference;status;reason\nTRF-1;failed;"closed; since May"\n')?.rows).toEqual([
    { reference: 'TRF-1', status: 'failed', reason: 'closed; since May' },
  ]);
  expect(readTable('\n\n')).toBeNull();
});
