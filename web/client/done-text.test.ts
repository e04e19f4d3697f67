import { expect, test } from 'vitest';
import { doneText } from './done-text.ts';

test('success toast: keeps the specified text and appends the result', () => {
  expect(doneText('Status Updated', 'B12 is now: Vacant.')).toBe('Status Updated. B12 is now: Vacant.');
  expect(doneText('Password Changed. Login To Continue.', 'All other devices are signed out.')).toBe(
    'Password Changed. Login To Continue. All other devices are signed out.',
  );
  expect(doneText('User Status Updated', '')).toBe('User Status Updated');
  expect(doneText(undefined, 'B12 is saved.')).toBe('B12 is saved.');
  expect(doneText()).toBe('');
});
