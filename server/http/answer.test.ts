import { describe, expect, test } from 'vitest';
import { sentence } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';
import { invalidInputRefusal } from './answer.ts';

describe('message for invalid input', () => {
  test('joins full sentences with a space, not with a semicolon after the full stop', () => {
    const { message } = invalidInputRefusal({ name: m.jobs_problem_name(), kra_pin: m.people_problem_tax_pin() });
    expect(message).toBe(`name: ${m.jobs_problem_name()} kra_pin: ${m.people_problem_tax_pin()}`);
  });

  test('uses the specified wording for missing parameters, separated by semicolons', () => {
    const required = sentence('requiredParameter');
    expect(invalidInputRefusal({ name: required, rent: required }).message).toBe(`${required}: name; ${required}: rent`);
  });
});
