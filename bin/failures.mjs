/** Lists the failures of a run, one line each, so that the end of a long log names everything to fix. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const firstLine = (text) =>
  stripVTControlCharacters(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .find(Boolean)
    ?.slice(0, 900) ?? '';

/** Failures from vitest's JSON report as `file › test: first line of the error`. A file that could not be loaded counts as one failure. */
export function failuresOf({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map((test) => `${[file, ...test.ancestorTitles, test.title].join(' › ')}: ${firstLine(test.failureMessages[0])}`);
  });
}

export const failedFiles = ({ testResults }, root) => testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));

/**
 * Combines the first run of the journeys with the second run of the failed files. Tests that passed only in the second run are reported as unstable.
 */
export function afterSecond(first, second) {
  const still = new Set(second.files);
  // The second run repeats tests of the first, so the number of passed tests is the total of the first run less the failures of the second.
  const passed = first.passed + first.failed - second.failed;
  const wavered = first.failures.filter((line) => !still.has(line.split(/ › |: /)[0]));
  return { passed, failed: second.failed, failures: second.failures, wavered };
}

/** The lines of a tool's output that name a file, otherwise its first lines. */
export function problemLines(said) {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .map((line) => line.replace(/[━\s]+$/, '').slice(0, 300))
    .filter((line) => line.trim());
  const naming = lines.filter((line) => /^[\w./-]+\.\w+[:( ]/.test(line));
  return (naming.length ? naming : lines).slice(0, 10);
}
