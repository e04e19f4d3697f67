/** Renders components on the server: no browser, no <style> element, and the attributes that screen readers need. */
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { DashboardUiProvider } from './dash/dash-provider.tsx';
import { DiffView } from './dash/diff-view.tsx';
import { FieldErrorsSummary } from './dash/field-errors.tsx';
import { ConfirmDialog } from './dash/overlay/confirm-dialog.tsx';
import { PasswordInput } from './dash/password-input.tsx';
import { SignedNumberInput } from './dash/signed-number.tsx';
import { DataTable } from './dash/table/data-table.tsx';
import { FilterBar } from './dash/table/filter-bar.tsx';
import { TableFooter } from './dash/table/table-footer.tsx';
import { ErrorPage } from './error-page.tsx';
import { IconHome } from './icons.ts';
import { Button } from './public/button.tsx';
import { SegmentedControl } from './public/choice.tsx';
import { TextField } from './public/field.tsx';
import { PasswordField } from './public/password-field.tsx';
import { Tooltip } from './public/tooltip.tsx';
import { DashboardFrame } from './shell/dash-frame.tsx';
import { getStatusLabel, StatusBadge } from './status.tsx';

const draw = (node: ReactNode) => renderToString(<MemoryRouter>{node}</MemoryRouter>);
const drawDash = (node: ReactNode) => draw(<DashboardUiProvider>{node}</DashboardUiProvider>);

describe('public components', () => {
  test('a loading button shows its label and cannot be pressed', () => {
    const html = draw(<Button loading>Save</Button>);
    expect(html).toContain('Save');
    expect(html).toMatch(/aria-disabled="true" aria-busy="true"/);
  });
  test('a link to this site uses the router, and any other link is a plain link', () => {
    expect(draw(<Button href="/listings">Homes</Button>)).toMatch(/<a [^>]*href="\/listings"/);
    expect(draw(<Button href="tel:+254712345678">Call</Button>)).toContain('href="tel:+254712345678"');
  });
  test('help and error texts of a field are linked to the field', () => {
    const html = draw(<TextField id="rent" label="Rent" hint="Whole shillings" error="Enter the rent" />);
    expect(html).toContain('for="rent"');
    expect(html).toContain('aria-describedby="rent-hint rent-error"');
    expect(html).toContain('aria-invalid="true"');
  });
  test('a password field without scripts is a plain field without a button', () => {
    const html = draw(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" />);
    expect(html).toContain('type="password"');
    expect(html).not.toContain('<button');
  });
  test('a segmented control consists of radio buttons of one group', () => {
    const html = draw(
      <SegmentedControl
        name="by"
        legend="Sign in with"
        defaultValue="phone"
        options={[
          { value: 'phone', label: 'Phone' },
          { value: 'mail', label: 'E-mail' },
        ]}
      />,
    );
    expect(html.match(/type="radio" name="by"/g)).toHaveLength(2);
    expect(html.match(/checked=""/g)).toHaveLength(1);
  });
  test('a tooltip is linked to its control as a description', () => {
    const html = draw(
      <Tooltip label="Sign first">
        <button type="button">Start</button>
      </Tooltip>,
    );
    const id = /aria-describedby="([^"]+)"/.exec(html)?.[1];
    expect(html).toContain(`role="tooltip" id="${id}"`);
  });
  test('an error page shows the given status, title, message, link and picture', () => {
    const html = draw(
      <ErrorPage
        brand="makao"
        brandLabel="Makao home"
        status={404}
        title="Page not found"
        text="But dont worry"
        homeLabel="Go Home"
        artSrc="/art/street.svg"
      />,
    );
    for (const words of ['404', 'Page not found', 'But dont worry', 'Go Home', 'src="/art/street.svg"']) expect(html).toContain(words);
  });
});

describe('dashboard fields', () => {
  test('an invalid password field is marked as invalid, so that the form can focus the field', () => {
    expect(drawDash(<PasswordInput label="Password" error="Enter 12 characters" />)).toMatch(/<input[^>]*aria-invalid="true"/);
    expect(drawDash(<PasswordInput label="Password" />)).not.toContain('aria-invalid');
  });
  test('a number field shows the minus sign if negative numbers are allowed', () => {
    expect(drawDash(<SignedNumberInput label="Floor" min={-5} value={-1} onChange={() => undefined} />)).toMatch(/value="-1"/);
  });
});

describe('status badge', () => {
  test('shows the status text in English and Kiswahili, and the number of an unknown status', () => {
    expect(draw(<StatusBadge set="tenancy" value={2} />)).toContain('Active');
    expect(draw(<StatusBadge set="tenancy" value={2} locale="sw" />)).toContain('Unaendelea');
    expect(draw(<StatusBadge set="tenancy" value={99} />)).toContain('99');
  });
  test('shows a fixed text for each audit action', () =>
    expect([1, 2, 3, 4].map((n) => getStatusLabel('audit', n))).toEqual(['Created', 'Updated', 'Delete', 'Undefined']));
});

interface Row {
  code: string;
  rent: string;
}
const table = (more: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) =>
  drawDash(
    <DataTable<Row>
      caption="Tenancies"
      loadingLabel="Loading tenancies"
      rows={[{ code: 'TNC-1', rent: 'KES 16,500' }]}
      rowKey={(row) => row.code}
      rowHref={(row) => `/tenancies/${row.code}`}
      columns={[
        { key: 'code', header: 'Code', cell: (row) => row.code },
        { key: 'rent', header: 'Rent', align: 'right', sortable: true, cell: (row) => row.rent },
      ]}
      sort={{ by: 'rent', desc: true }}
      onSort={() => {}}
      empty="Nothing yet"
      mobile={(row) => row.code}
      {...more}
    />,
  );

describe('table component', () => {
  test('marks the sorted column for screen readers and has a caption', () => {
    expect(table()).toMatch(/<th scope="col" aria-sort="descending"/);
    expect(table()).toContain('<caption');
  });
  test('opens a row by a link element', () => expect(table()).toMatch(/<a [^>]*href="\/tenancies\/TNC-1"/));
  test('labels every checkbox for selecting rows', () => {
    const html = table({
      selection: {
        selected: new Set(['TNC-1']),
        onChange: () => {},
        allLabel: 'Select all',
        rowLabel: (row) => `Select ${row.code}`,
        countLabel: (n) => `${n} selected`,
        clearLabel: 'Clear',
      },
    });
    for (const words of ['aria-label="Select all"', 'aria-label="Select TNC-1"', '1 selected']) expect(html).toContain(words);
  });
  test('shows a text while empty, loading or failed', () => {
    expect(table({ rows: [] })).toContain('Nothing yet');
    expect(table({ error: 'It failed' })).toContain('It failed');
    expect(table({ state: 'loading' })).toContain('Loading tenancies');
  });
});

describe('server rendering of a component writes no <style> element', () => {
  const labels = { previous: 'Previous', next: 'Next', page: (n: number) => `Page ${n}`, sizes: 'Rows a page', size: (n: number) => `${n} a page` };
  const item = { label: 'Home', href: '/', icon: IconHome, current: true };
  test.each<[string, ReactNode]>([
    [
      'footer',
      <TableFooter
        key="f"
        summary="1 to 10 of 62"
        page={1}
        pages={7}
        pageHref={(n) => `?page=${n}`}
        pageSize={10}
        pageSizes={[10, 20]}
        onPageSize={() => {}}
        labels={labels}
      />,
    ],
    [
      'filters',
      <FilterBar
        key="b"
        filters={[{ key: 'a', label: 'Rent', content: '' }]}
        phone={{ label: 'Filters', title: 'Filters', more: 'More filters', closeLabel: 'Close', applyLabel: 'Show' }}
      />,
    ],
    [
      'confirm',
      <ConfirmDialog
        key="c"
        opened
        onClose={() => {}}
        title="Stop?"
        confirmLabel="Stop it"
        cancelLabel="Keep it"
        closeLabel="Close"
        onConfirm={() => {}}
      >
        It ends.
      </ConfirmDialog>,
    ],
    [
      'frame',
      <DashboardFrame
        key="d"
        brand="makao"
        brandLabel="Makao home"
        homeHref="/"
        skipLabel="Skip"
        groups={[{ items: [item] }]}
        navLabel="Menu"
        title="Home"
        search={{ label: 'Search', onOpen: () => {} }}
        tabs={[item]}
        tabsLabel="Sections"
        more={{ label: 'More', closeLabel: 'Close' }}
      >
        Inside
      </DashboardFrame>,
    ],
    ['errors', <FieldErrorsSummary key="e" title="Fix 1 thing" attempt={1} errors={[{ id: 'end', text: 'Pick a later date' }]} />],
    ['diff', <DiffView key="v" before="two years" after="three years" labels={{ added: 'Added:', removed: 'Removed:', same: 'No change' }} />],
  ])('for the component %s', (_, node) => expect(drawDash(node)).not.toMatch(/<style/));
});

test('text difference: marks added and removed text visually and for screen readers', () => {
  const html = draw(<DiffView before="two years" after="three years" labels={{ added: 'Added:', removed: 'Removed:', same: 'No change' }} />);
  expect(html).toMatch(/<del><span class="sr-only">Removed:/);
  expect(html).toMatch(/<ins><span class="sr-only">Added:/);
});
