import { describe, expect, test } from 'vitest';
import { sentence } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';
import { invalidInputRefusal } from './answer.ts';

describe('error of invalid input', () => {
  test('joins full sentences by a space, so that no full stop precedes a semicolon', () => {
    const { message } = invalidInputRefusal({ name: m.jobs_problem_name(), kra_pin: m.people_problem_tax_pin() });
    expect(message).toBe(`name: ${m.jobs_problem_name()} kra_pin: ${m.people_problem_tax_pin()}`);
  });

  test('keeps the specified wording of missing parameters, separated by semicolons', () => {
    const required = sentence('requiredParameter');
    expect(invalidInputRefusal({ name: required, rent: required }).message).toBe(`${required}: name; ${required}: rent`);
  });
});
