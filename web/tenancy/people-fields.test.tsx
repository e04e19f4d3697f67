import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { findInputProblems } from '#web/forms/check.ts';
import { assignFieldProblems } from '#web/forms/form.ts';
import { type AppState, AppStateProvider } from '#web/layout/app.tsx';
import { makeBlankTenancyDraft, type NewTenancyDraft, tenancyFormFieldNames, toTenancyInput } from './new-tenancy.ts';
import { findTenancyPeopleProblems, getTenancyPeopleFieldNames, makeBlankTenancyPerson, TenancyPeopleFields } from './people-fields.tsx';

const ali = { ...makeBlankTenancyPerson('lead', 100), name: 'Ali Yusuf', phone: '12' };
const nobody = makeBlankTenancyPerson('co_tenant', 0);
const wrongIn = (values: NewTenancyDraft) => ({
  ...assignFieldProblems(findInputProblems(tenancyCalls.create, toTenancyInput(values)), values, {
    ...tenancyFormFieldNames,
    ...getTenancyPeopleFieldNames(values.people),
  }),
  ...findTenancyPeopleProblems(values.people),
});

test('people of a tenancy: all errors are shown together, each at its field', () => {
  const found = wrongIn({ ...makeBlankTenancyDraft(), people: [ali, nobody] });
  expect(Object.keys(found).sort()).toEqual([`${ali.key}-phone`, `${nobody.key}-name`, `${nobody.key}-phone`, 'unit'].sort());
});

test('people of a tenancy: only the wrong field shows an error', () => {
  const problems = wrongIn({ ...makeBlankTenancyDraft(), people: [ali, nobody] });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <AppStateProvider value={{ visitor: { role: 'owner', layout: 'owner', onboarding: false, grants: new Set() } } as unknown as AppState}>
          <TenancyPeopleFields people={[ali, nobody]} put={() => undefined} problems={problems} id="tenancy" />
        </AppStateProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const invalid = [...html.matchAll(/<input[^>]*>/g)]
    .filter(([tag]) => tag.includes('aria-invalid="true"'))
    .map(([tag]) => / id="([^"]*)"/.exec(tag)?.[1]);
  expect(invalid).toEqual([`tenancy-${ali.key}-phone`, `tenancy-${nobody.key}-name`, `tenancy-${nobody.key}-phone`]);
});
