import { expect, test } from 'vitest';
import { afterSecond, failedFiles, failuresOf, problemLines } from '../../bin/failures.mjs';

const at = (name: string) => `/clone/${name}`;

test('test report: shows each failure with its file, its test and the first line of its error', () => {
  const report = {
    testResults: [
      { name: at('test/fine.test.ts'), status: 'passed', message: '', assertionResults: [{ status: 'passed', ancestorTitles: [], title: 'fine' }] },
      {
        name: at('server/policy/policy.db.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', ancestorTitles: ['a policy'], title: 'is written' },
          {
            status: 'failed',
            ancestorTitles: ['a policy'],
            title: 'is read',
            failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at somewhere:1:2'],
          },
        ],
      },
      { name: at('test/half.test.ts'), status: 'failed', message: 'Error: no such module\n  at x', assertionResults: [] },
    ],
  };
  expect(failuresOf(report, '/clone')).toEqual([
    'server/policy/policy.db.test.ts › a policy › is read: AssertionError: expected 1 to be 2',
    'test/half.test.ts: Error: no such module',
  ]);
});

test('test report: reduces the output of a tool to the lines that name a file, or to its first lines if no line names a file', () => {
  expect(problemLines('Version 7\nweb/a.tsx(3,1): error TS2322: no.\n  more about it\n\n\u001b[1mtest/b.ts\u001b[22m format ━━━━\n')).toEqual([
    'web/a.tsx(3,1): error TS2322: no.',
    'test/b.ts format',
  ]);
  expect(problemLines('The pages could not be built.\n')).toEqual(['The pages could not be built.']);
});

test('test report: lists a browser test that passes only on its retry, and counts only a test that fails twice as failed', () => {
  const first = { passed: 10, failed: 2, failures: ['test/a.test.ts › waits: Error: slow', 'test/b.test.ts › opens: Error: no'] };
  expect(afterSecond(first, { passed: 2, failed: 1, failures: ['test/b.test.ts › opens: Error: no'], files: ['test/b.test.ts'] })).toEqual({
    passed: 11,
    failed: 1,
    failures: ['test/b.test.ts › opens: Error: no'],
    wavered: ['test/a.test.ts › waits: Error: slow'],
  });
  expect(
    failedFiles(
      {
        testResults: [
          { name: at('test/a.test.ts'), status: 'failed' },
          { name: at('b.ts'), status: 'passed' },
        ],
      },
      '/clone',
    ),
  ).toEqual(['test/a.test.ts']);
});
