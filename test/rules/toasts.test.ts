import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * The toast of an act is a sentence of its own ("B12 is paused."), where the specification does not fix the words. `useAction` and `useForm` use the
 * default of the specification only if no text is given.
 */
const listed = (folder: string) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(file, 'utf8');

/** The closing position of a bracket that was opened before `from`. */
function endOf(text: string, from: number): number {
  let depth = 1;
  let at = from;
  while (at < text.length && depth > 0) {
    const letter = text[at] ?? '';
    depth += '([{'.includes(letter) ? 1 : ')]}'.includes(letter) ? -1 : 0;
    at += 1;
  }
  return at - 1;
}
function firstOf(given: string): string {
  let depth = 0;
  for (const [at, letter] of [...given].entries()) {
    if (letter === ',' && depth === 0) return given.slice(0, at);
    depth += '([{'.includes(letter) ? 1 : ')]}'.includes(letter) ? -1 : 0;
  }
  return given;
}

type Site = { readonly at: string; readonly call: string; readonly rest: string };
const sitesIn = (file: string): Site[] => {
  const text = textOf(file);
  return [...text.matchAll(/\b(?:useAction|useForm)(?:<[^(\n]*>)?\(/g)]
    .filter((found) => !/function $|export const $/.test(text.slice(0, found.index)))
    .map((found) => {
      const from = found.index + found[0].length;
      const given = text.slice(from, endOf(text, from));
      const call = firstOf(given);
      return {
        at: `${file}:${text.slice(0, found.index).split('\n').length}`,
        call: call.replace(/\s+/g, ' ').trim(),
        rest: given.slice(call.length),
      };
    });
};
const sites = listed('web').flatMap(sitesIn);
const says = ({ rest }: Site) => /(?<![\w.])(?:said|quiet):/.test(rest);

/** Exceptions, each with its reason. The list should stay short. */
const plain = new Map([['web/forms/use-form.ts', 'hands on what its form was told']]);

/** Read as text, not imported, because all calls with their schemas take long to load. */
const fixedIn = (file: string): string[] => {
  let module = '';
  let name = '';
  return [...textOf(file).matchAll(/^export const (\w+)|^ {2}(\w+): call\(|^ {4}toast: /gm)].flatMap(([, exported, key]) => {
    module = exported ?? module;
    name = exported ? '' : (key ?? name);
    return exported || key ? [] : [`${module}.${name}`];
  });
};

test('toasts: no screen shows the generic "Successful Completed Action" where a specific message is possible', () => {
  const fixed = new Set(listed('contract').flatMap(fixedIn));
  expect(fixed).toContain('policyCalls.create');
  expect(sites.length).toBeGreaterThan(140);
  const isFixed = ({ call }: Site) => {
    const named = call.match(/\w*[cC]alls(?:\.\w+)?/g) ?? [];
    return named.length > 0 && named.every((name) => fixed.has(name));
  };
  const mute = sites.filter((site) => !says(site) && !isFixed(site) && !plain.has(site.at.replace(/:\d+$/, '')));
  expect(mute.map(({ at, call }) => `${at} ${call}: say what happened with said:, or quiet: true where it is seen`)).toEqual([]);
});

test('toasts: no file contains the success text as a literal', () => {
  const typed = listed('web').filter((file) => file !== 'web/client/use-call.ts' && /word\('successText'\)/.test(textOf(file)));
  expect(typed).toEqual([]);
});
