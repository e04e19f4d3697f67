/** What failed, one line each: whoever sees only the end of a long run must still see what to look at. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const firstLine = (text) =>
  stripVTControlCharacters(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .find(Boolean)
    ?.slice(0, 900) ?? '';

/** From vitest's JSON report: file › test: the first line of its error. A file that could not even be loaded counts as one. */
export function failuresOf({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map((test) => `${[file, ...test.ancestorTitles, test.title].join(' › ')}: ${firstLine(test.failureMessages[0])}`);
  });
}

export const failedFiles = ({ testResults }, root) => testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));

/** What a second walk of the files that failed makes of the first one. What is green only the second time is told, not hidden. */
export function afterSecond(first, second) {
  const still = new Set(second.files);
  // Every test of the second walk ran in the first one too; what it found green is counted there, but for what failed there.
  const passed = first.passed + first.failed - second.failed;
  const wavered = first.failures.filter((line) => !still.has(line.split(/ › |: /)[0]));
  return { passed, failed: second.failed, failures: second.failures, wavered };
}

/** From what a tool said: the lines that name a file, or its first ones. */
export function problemLines(said) {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .map((line) => line.replace(/[━\s]+$/, '').slice(0, 300))
    .filter((line) => line.trim());
  const naming = lines.filter((line) => /^[\w./-]+\.\w+[:( ]/.test(line));
  return (naming.length ? naming : lines).slice(0, 10);
}
