import { expect, test } from 'vitest';
import { buildSuccessMessage } from './done-text.ts';

test('success toast: shows the specified text followed by the result of the action', () => {
  expect(buildSuccessMessage('Status Updated', 'B12 is now: Vacant.')).toBe('Status Updated. B12 is now: Vacant.');
  expect(buildSuccessMessage('Password Changed. Login To Continue.', 'All other devices are signed out.')).toBe(
    'Password Changed. Login To Continue. All other devices are signed out.',
  );
  expect(buildSuccessMessage('User Status Updated', '')).toBe('User Status Updated');
  expect(buildSuccessMessage(undefined, 'B12 is saved.')).toBe('B12 is saved.');
  expect(buildSuccessMessage()).toBe('');
});
