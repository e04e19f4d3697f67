import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { MeasuredCharge } from '#contract/meter/shapes.ts';
import { MyMeterUsageRow } from './own-usage.tsx';

const shown = { value: 1_204_000, on_day: '2026-09-01', estimated: false, photo: null };
const line: MeasuredCharge = {
  id: 5,
  tenancy_id: 1,
  kind: 'water',
  meter: 'W-40001',
  home: 'B4',
  month: '2026-09',
  from_day: '2026-09-01',
  last_day: '2026-09-30',
  opening: shown,
  closing: { ...shown, value: 1_215_500, on_day: '2026-09-30', photo: '/media/dial.jpg' },
  used: 11_500,
  cents: 132_180,
  parts: [{ what: 'band', rate_cents: 11_494, used: 11_500 }],
  corrects: false,
  invoice_line_id: 9,
  ask_until: null,
  query: null,
};
const drawn = (more: Partial<MeasuredCharge> = {}) =>
  renderToStaticMarkup(
    <MantineProvider>
      <MyMeterUsageRow of={{ ...line, ...more }} ask={() => {}} />
    </MantineProvider>,
  );

test('metered charge: shows both readings, the usage, the rate and the photo of the dial', () => {
  for (const part of ['1,204', '1,215.5', '11.5 m³', '114.94', 'href="/media/dial.jpg"']) expect(drawn()).toContain(part);
});
test('metered charge: includes the standing charge in the list of its parts', () => {
  const parts: MeasuredCharge['parts'] = [
    { what: 'band', rate_cents: 10_500, used: 6_000 },
    { what: 'band', rate_cents: 14_000, used: 3_870 },
    { what: 'fixed', rate_cents: 15_000, used: 0 },
  ];
  expect(drawn({ parts, used: 9_870, cents: 132_180 })).toContain('standing charge KES\u00a0150.00');
});
test('metered charge: shows the correct usage and the difference after a correction', () => {
  const mended = drawn({ corrects: true, used: -6_225, cents: -78_323, parts: [{ what: 'band', rate_cents: 10_500, used: 3_478 }] });
  for (const part of ['you used 3.478 m³', 'KES\u00a0783.23 less']) expect(mended).toContain(part);
  expect(mended).not.toContain('6.225');
});
test('metered charge: offers to open a query until the deadline if no query exists, and shows the answer to a query', () => {
  expect(drawn()).not.toContain('Query this reading');
  expect(drawn({ ask_until: '2026-10-08T00:00:00Z' })).toContain('Query this reading');
  const query = {
    id: 1,
    code: 'Q',
    status: 'stands' as const,
    text: 'Too much',
    value: null,
    answer: 'We looked again',
    at: '',
    answered_at: null,
  };
  expect(drawn({ ask_until: '2026-10-08T00:00:00Z', query })).toContain('We looked again');
});
