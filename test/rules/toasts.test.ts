import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * What a person did is said in a sentence of its own ("B12 is paused."), where the specification does not fix the words.
 * `useAct` and `useForm` fall back on the default of the specification only where nobody told them what to say.
 */
const listed = (folder: string) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(file, 'utf8');

/** Where a bracket that was opened before `from` closes. */
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
  return [...text.matchAll(/\b(?:useAct|useForm)(?:<[^(\n]*>)?\(/g)]
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

/** Short, and each with its reason. */
const plain = new Map([['web/forms/use-form.ts', 'hands on what its form was told']]);

/** Read, not imported: all calls with their schemas take long to load. */
const fixedIn = (file: string): string[] => {
  let room = '';
  let name = '';
  return [...textOf(file).matchAll(/^export const (\w+)|^ {2}(\w+): call\(|^ {4}toast: /gm)].flatMap(([, exported, key]) => {
    room = exported ?? room;
    name = exported ? '' : (key ?? name);
    return exported || key ? [] : [`${room}.${name}`];
  });
};

test('no screen says "Successful Completed Action" about something of which more could be said', () => {
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

test('nor does one by hand', () => {
  const typed = listed('web').filter((file) => file !== 'web/client/use-call.ts' && /word\('successText'\)/.test(textOf(file)));
  expect(typed).toEqual([]);
});
