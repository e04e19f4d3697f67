import { expect, test } from 'vitest';
import { frameHosts } from '#contract/media/frames.ts';
import { buildContentSecurityPolicyHeader } from './page-policy.ts';

const env = { NODE_ENV: 'production', appUrl: 'http://localhost', MAP_STYLE_URL: 'own', dataDir: '/nowhere' } as const;

test('content security policy: pages may embed videos and virtual tours from the listed hosts only', () => {
  const policy = buildContentSecurityPolicyHeader(["'sha256-abc='", 'https://evil.test', "'unsafe-inline'"], env);
  const frames = policy.split('; ').find((part) => part.startsWith('frame-src '));
  expect(frames?.split(' ').slice(1)).toEqual(frameHosts.map((host) => `https://${host}`));
  expect(buildContentSecurityPolicyHeader(["style:'sha256-def='", 'style:https://evil.test', "'sha256-abc='"], env)).toContain(
    "; script-src 'self' 'sha256-abc='; style-src 'self' 'sha256-def='; ",
  );
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("; script-src 'self' 'sha256-abc='; ");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
});
