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

/** From what a tool said: the lines that name a file, or its first ones. */
export function problemLines(said) {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .map((line) => line.replace(/[━\s]+$/, '').slice(0, 300))
    .filter((line) => line.trim());
  const naming = lines.filter((line) => /^[\w./-]+\.\w+[:( ]/.test(line));
  return (naming.length ? naming : lines).slice(0, 10);
}
