import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TenancyNoticePanel } from './leaving.tsx';

const leaving = {
  on: '2026-12-31',
  kind: 'notice' as const,
  reason: 'The roof is rebuilt',
  by: 'Njuguna',
  at: '2026-11-17T09:00:00.000Z',
  file: 'letter.pdf',
  given_on: '2026-11-01',
};
const home = {
  manager: { company: 'Njuguna & Kin', name: null, phone: null, email: null },
  leaving_paper: { name: 'letter.pdf', file: '/media/letter.pdf?signature=1' },
};
const drawn = (of: object, at: object = home) => renderToStaticMarkup(<TenancyNoticePanel of={of as never} home={at as never} />);

test("notice banner: shows move-out day, reason and document, and explains how to object to another person's notice", () => {
  const text = drawn({ id: 1, acts: [], leaving, leaving_on: leaving.on, termination: null });
  for (const part of [
    'You move out on',
    'given on',
    'The roof is rebuilt',
    'Njuguna',
    'href="/media/letter.pdf?signature=1"',
    'If this is wrong, object here',
  ])
    expect(text).toContain(part);
  const agreed = drawn(
    { id: 1, acts: [], leaving: { ...leaving, kind: 'mutual', file: null }, leaving_on: leaving.on, termination: null },
    { ...home, leaving_paper: null },
  );
  expect(agreed).toContain('Mutual agreement');
  expect(agreed).not.toContain('If this is wrong');
  expect(drawn({ leaving: null, leaving_on: null, termination: null })).toBe('');
});
