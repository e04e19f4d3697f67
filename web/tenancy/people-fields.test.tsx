import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { problemsIn } from '#web/forms/check.ts';
import { placed } from '#web/forms/form.ts';
import { type App, AppInside } from '#web/layout/app.tsx';
import { blankTenancy, fieldNames, givenTenancy, type NewTenancy } from './new-tenancy.ts';
import { blankPerson, PeopleFields, peopleWrong, personNames } from './people-fields.tsx';

const ali = { ...blankPerson('lead', 100), name: 'Ali Yusuf', phone: '12' };
const nobody = blankPerson('co_tenant', 0);
const wrongIn = (values: NewTenancy) => ({
  ...placed(problemsIn(tenancyCalls.create, givenTenancy(values)), values, { ...fieldNames, ...personNames(values.people) }),
  ...peopleWrong(values.people),
});

test('what is wrong with each of the people stands at their own field, all of it at once', () => {
  const found = wrongIn({ ...blankTenancy(), people: [ali, nobody] });
  expect(Object.keys(found).sort()).toEqual([`${ali.key}-phone`, `${nobody.key}-name`, `${nobody.key}-phone`, 'unit'].sort());
});

test('the field that is wrong says so, and no other', () => {
  const problems = wrongIn({ ...blankTenancy(), people: [ali, nobody] });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <AppInside value={{ visitor: { role: 'owner', layout: 'owner', onboarding: false, grants: new Set() } } as unknown as App}>
          <PeopleFields people={[ali, nobody]} put={() => undefined} problems={problems} id="tenancy" />
        </AppInside>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const invalid = [...html.matchAll(/<input[^>]*>/g)]
    .filter(([tag]) => tag.includes('aria-invalid="true"'))
    .map(([tag]) => / id="([^"]*)"/.exec(tag)?.[1]);
  expect(invalid).toEqual([`tenancy-${ali.key}-phone`, `tenancy-${nobody.key}-name`, `tenancy-${nobody.key}-phone`]);
});
