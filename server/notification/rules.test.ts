import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeContext } from '#server/kernel/locale.ts';
import { setLocaleSource } from '../../words/locale.ts';
import { renderMail } from './mail.ts';
import { findNextDigestTime, findQuietHoursEnd } from './quiet-hours.ts';
import { computeRetryDelayMs } from './sender.ts';
import type { PersonNotification } from './service.ts';
import { buildEventSms, buildSmsText, countSmsPlaces, maxSmsLength, toSmsNumber } from './sms-text.ts';

describe('notification quiet hours', () => {
  const at = (text: string) => findQuietHoursEnd(new Date(text))?.toISOString() ?? null;
  test('last from 9 PM to 7 AM in Nairobi by default', () => {
    expect(at('2026-11-15T17:59:59Z')).toBeNull();
    expect(at('2026-11-15T18:00:00Z')).toBe('2026-11-16T04:00:00.000Z');
    expect(at('2026-11-15T23:30:00Z')).toBe('2026-11-16T04:00:00.000Z');
    expect(at('2026-11-16T03:59:59Z')).toBe('2026-11-16T04:00:00.000Z');
    expect(at('2026-11-16T04:00:00Z')).toBeNull();
    expect(at('2026-12-31T20:00:00Z')).toBe('2027-01-01T04:00:00.000Z');
  });
  test('can be changed to hours across midnight or within a day, and can be switched off', () => {
    const own = (text: string, from: number, to: number) => findQuietHoursEnd(new Date(text), { from, to })?.toISOString() ?? null;
    expect(own('2026-11-15T10:30:00Z', 13, 15)).toBe('2026-11-15T12:00:00.000Z');
    expect(own('2026-11-15T12:00:00Z', 13, 15)).toBeNull();
    expect(own('2026-11-15T09:59:00Z', 13, 15)).toBeNull();
    expect(own('2026-11-15T20:30:00Z', 23, 5)).toBe('2026-11-16T02:00:00.000Z');
    expect(own('2026-11-15T21:30:00Z', 0, 5)).toBe('2026-11-16T02:00:00.000Z');
    expect(findQuietHoursEnd(new Date('2026-11-15T20:00:00Z'), null)).toBeNull();
  });
  test('a daily notification summary is sent at the next 7 AM, and a weekly summary on the next Monday at 7 AM', () => {
    // 15 November 2026 is a Sunday.
    const next = (text: string, often: 'daily' | 'weekly') => findNextDigestTime(new Date(text), often).toISOString();
    expect(next('2026-11-15T03:59:00Z', 'daily')).toBe('2026-11-15T04:00:00.000Z');
    expect(next('2026-11-15T04:00:00Z', 'daily')).toBe('2026-11-16T04:00:00.000Z');
    expect(next('2026-11-15T09:00:00Z', 'weekly')).toBe('2026-11-16T04:00:00.000Z');
    expect(next('2026-11-16T03:00:00Z', 'weekly')).toBe('2026-11-16T04:00:00.000Z');
    expect(next('2026-11-16T04:00:00Z', 'weekly')).toBe('2026-11-23T04:00:00.000Z');
  });
  test('end within ten hours, at a time outside the quiet hours', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (now) => {
        const until = findQuietHoursEnd(now);
        if (!until) return;
        const hours = (until.getTime() - now.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThan(0);
        expect(hours).toBeLessThanOrEqual(10);
        expect(findQuietHoursEnd(until)).toBeNull();
      }),
    );
  });
});

describe('SMS text', () => {
  test('fits one segment of plain text and includes its complete link', () => {
    expect(buildSmsText('Makao', '“Rent” due…', 'Pay – today’s the day', null)).toBe('Makao: "Rent" due... Pay - today\'s the day');
    expect(buildSmsText('Makao', 'Karibu Makao', 'Wanjikũ 👋 amefika', null)).toBe('Karibu Makao. Wanjiku amefika');
    fc.assert(
      fc.property(
        fc.string({ maxLength: 120, unit: 'grapheme' }),
        fc.string({ maxLength: 2000, unit: 'grapheme' }),
        fc.webUrl(),
        (heading, message, address) => {
          const link = address.slice(0, 120);
          const text = buildSmsText('Makao', heading, message, link);
          expect(text.endsWith(` ${link}`)).toBe(true);
          expect(countSmsPlaces(text.slice(0, -link.length)) ?? Number.NaN).toBeLessThanOrEqual(maxSmsLength - (countSmsPlaces(link) ?? link.length));
        },
      ),
    );
  });
  test('contains as many complete sentences as fit', () => {
    const home = 'For 101, Jacaranda Heights, by M-Pesa prompt UKIR7BRPI0. KES 14,297 is still to pay.';
    const page = 'https://makao.co.ke/dashboard/tenancy/1/TCY-CKUKAU/payments/4711/PAY-JNKKQW';
    expect(buildEventSms('Makao', 'We received KES 20,000', home, page, true).text).toBe(`Makao: We received KES 20,000. ${home}`);
    expect(buildEventSms('Makao', 'We received KES 20,000', 'By cash.', page, true).text).toBe(`Makao: We received KES 20,000. By cash. ${page}`);
    const facts = 'Payment of KES 1,000 for 101, Jacaranda Heights unallocated. Its invoices are unpaid again.';
    expect(buildEventSms('Makao', facts, '', page, false)).toEqual({ text: `Makao: ${facts}`, whole: true });
    const withKey = `https://makao.co.ke/auth/invoice/${'k'.repeat(60)}/3110`;
    expect(buildEventSms('Makao', facts, '', withKey, false).text).toMatch(/\.\.\. https:\S+3110$/);
    const said = buildSmsText('Makao', 'Heading', `One. ${'Two is long '.repeat(20)}. Three.`, 'https://makao.co.ke/x');
    expect(said).toBe('Makao: Heading. One. https://makao.co.ke/x');
    expect(countSmsPlaces('a€{')).toBe(5);
    expect(countSmsPlaces('“')).toBeNull();
  });
  test('phone numbers of any country are converted to E.164', () => {
    expect(['0712345678', '254712345678', '+254 712 345 678', '+44 20 7946 0018'].map(toSmsNumber)).toEqual([
      '+254712345678',
      '+254712345678',
      '+254712345678',
      '+442079460018',
    ]);
    expect(toSmsNumber('home')).toBeNull();
  });
});

describe('email text', () => {
  setLocaleSource(localeContext.current);
  const made = (locale: 'en' | 'sw') =>
    localeContext.run(locale, () =>
      renderMail({
        product: 'Makao',
        appUrl: 'https://makao.test',
        locale,
        heading: '<b>Hi</b>',
        message: 'a "quote" & more',
        button: { label: 'Go', url: 'https://makao.test/x?a=1&b="' },
      }),
    );
  test("escapes user text, contains its link twice and is in the reader's language", () => {
    const { html, text } = made('en');
    expect(html).not.toContain('<b>Hi</b>');
    expect(html).toContain('&#60;b&#62;Hi');
    expect(html).not.toContain('b="');
    expect(text).toContain('https://makao.test/x?a=1&b="');
    expect(html).toContain('<html lang="en">');
    expect(made('sw').html).toContain('Kitufe kisipofanya kazi');
    expect(made('sw').text).toContain('M-Pesa');
  });
});

test('delivery retries: intervals grow to half an hour, and together cover a mail server outage of an hour', () => {
  const waits = Array.from({ length: 20 }, (_, at) => computeRetryDelayMs(at + 1));
  expect(waits[0]).toBe(15_000);
  expect(Math.max(...waits)).toBe(1_800_000);
  expect([...waits].sort((a, b) => a - b)).toEqual(waits);
});

test('notification type: does not compile without every parameter that the texts of its event need', () => {
  const told = { to: { personId: 1 }, key: 'k', event: 'lead.new', params: { name: 'Achieng' } } as const;
  // @ts-expect-error what it is about is missing
  const telling: PersonNotification<'lead.new'> = told;
  expect(telling.params).not.toHaveProperty('title');
});
