import { expect, test } from 'vitest';
import { redactText } from './redact.ts';

const code = 'SECRETcode-0123456789';
test.each([
  `/auth/reset_password/9.${code}`,
  `/AUTH/reset_password/9.${code}`,
  `/%61uth/reset_password/9.${code}`,
  `/auth/reset%5Fpassword/9.${code}`,
  `/auth/reset%5fpassword/9.${code}`,
  `/auth//reset_password/9.${code}`,
  `/auth%2Freset_password/9.${code}`,
  `/Auth/Invitation/${code}/3`,
  `/auth/invitation/${code}/3.data`,
  `/auth/email_verification/${code}/3`,
  `/API/hooks//sms/${code}`,
  `Invalid URL: "/Auth/Reset_Password/9.${code}"`,
])('redaction: removes a secret for every spelling of its address: %s', (text) => {
  expect(redactText(text)).not.toContain(code);
  expect(redactText(text)).toContain('•••');
});

test('redaction: does not change values that are not secret', () => {
  for (const path of ['/', '/auth/sign_in', '/policy/1/Tenant-Terms', '/api/v2/audit/logs/']) expect(redactText(path)).toBe(path);
});
