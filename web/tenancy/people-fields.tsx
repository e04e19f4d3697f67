import { Button, Input, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { toPercent, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { fullShareBasisPoints, payingTenancyRoles, type TenancyPersonRole, tenancyPersonRoles } from '#contract/tenancy/kinds.ts';
import { tenancyPersonRoleLabels } from '#contract/tenancy/labels.ts';
import { m } from '#words/messages.js';
import classes from './tenancy.module.css';
import { KnownTenantPicker } from './tenant-pick.tsx';

export type TenancyPersonDraft = {
  readonly key: string;
  /** A person known to the company; otherwise name and number identify them. */
  readonly tenant_id: number | null;
  readonly name: string;
  readonly phone: string;
  readonly role: TenancyPersonRole;
  readonly percent: number;
};
let made = 0;
const newKey = () => `person-${++made}-${Math.random().toString(36).slice(2, 8)}`;
export const makeBlankTenancyPerson = (role: TenancyPersonRole, percent: number): TenancyPersonDraft => ({
  key: newKey(),
  tenant_id: null,
  name: '',
  phone: '',
  role,
  percent,
});
type Living = {
  readonly tenant_id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly role: TenancyPersonRole;
  readonly share_bp: number;
};
export const toTenancyPersonDraft = ({ tenant_id, name, phone, role, share_bp }: Living): TenancyPersonDraft => ({
  key: newKey(),
  tenant_id,
  name,
  phone: phone ?? '',
  role,
  percent: toPercent(share_bp),
});

const pays = (one: TenancyPersonDraft) => payingTenancyRoles.includes(one.role);
/** People in the format of the call. */
export const toTenancyPeopleInput = (people: readonly TenancyPersonDraft[]) =>
  people.map((one) => ({
    ...(one.tenant_id === null ? { name: one.name.trim(), phone: one.phone } : { tenant_id: one.tenant_id }),
    role: one.role,
    share_bp: pays(one) ? Math.min(fullShareBasisPoints, typedPercentToBasisPoints(one.percent)) : 0,
  }));

/** The place of problems of a person: each field of each row has its own name, which stays when a row above is removed. */
const rowFields = { name: 'name', tenant_id: 'name', phone: 'phone', role: 'role', share_bp: 'percent', percent: 'percent' } as const;
const placeOf = (one: TenancyPersonDraft, field: 'name' | 'phone' | 'role' | 'percent') => `${one.key}-${field}`;
export const getTenancyPeopleFieldNames = (people: readonly TenancyPersonDraft[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    people.flatMap((one, at) => Object.entries(rowFields).map(([wire, field]) => [`people[${at}][${wire}]`, placeOf(one, field)] as const)),
  );
/** The necessary contact data: the call takes a name and a number, or a known person. */
export const findTenancyPeopleProblems = (people: readonly TenancyPersonDraft[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    people
      .filter(({ tenant_id }) => tenant_id === null)
      .flatMap((one) => [
        ...(one.name.trim() ? [] : [[placeOf(one, 'name'), m.tenancy_problem_name()] as const]),
        ...(one.phone.trim() ? [] : [[placeOf(one, 'phone'), m.tenancy_problem_phone()] as const]),
      ]),
  );

/** Splits the full share among the payers as evenly as hundredths of a percent allow. The first payer gets the remainder. */
export function splitSharesEvenly(people: readonly TenancyPersonDraft[]): TenancyPersonDraft[] {
  const payers = people.filter(pays);
  const each = Math.floor(fullShareBasisPoints / Math.max(1, payers.length));
  const over = fullShareBasisPoints - each * payers.length;
  return people.map((one) => ({ ...one, percent: pays(one) ? toPercent(each + (one === payers[0] ? over : 0)) : 0 }));
}

/** The people of a tenancy, with their shares of the rent. */
export function TenancyPeopleFields({
  people,
  put,
  problems,
  id,
}: {
  people: readonly TenancyPersonDraft[];
  put: (people: readonly TenancyPersonDraft[]) => void;
  /** Keyed by `getTenancyPeopleFieldNames`; `people` is the problem of all of them together. */
  problems: Readonly<Record<string, string>>;
  /** Prefix of the fields' ids, as the form has it. */
  id: string;
}) {
  const about = (one: TenancyPersonDraft, field: 'name' | 'phone' | 'role' | 'percent') => ({
    id: `${id}-${placeOf(one, field)}`,
    error: problems[placeOf(one, field)],
  });
  const change = (key: string, facts: Partial<TenancyPersonDraft>) => put(people.map((one) => (one.key === key ? { ...one, ...facts } : one)));
  const known = people.flatMap(({ tenant_id }) => tenant_id ?? []);
  return (
    <>
      {people.map((one, at) => (
        <fieldset key={one.key} className={at > 0 ? (classes.part ?? '') : (classes.first ?? '')} aria-label={m.tenancy_form_person({ n: at + 1 })}>
          <div className={classes.two}>
            <Who one={one} not={known} about={(field) => about(one, field)} change={(facts) => change(one.key, facts)} />
            <NativeSelect
              {...about(one, 'role')}
              label={m.tenancy_form_role()}
              value={one.role}
              data={tenancyPersonRoles.map((value) => ({ value, label: tenancyPersonRoleLabels[value]() }))}
              onChange={(event) => {
                const role = event.currentTarget.value as TenancyPersonRole;
                change(one.key, { role, ...(payingTenancyRoles.includes(role) ? {} : { percent: 0 }) });
              }}
            />
            {pays(one) && (
              <NumberInput
                {...about(one, 'percent')}
                label={m.tenancy_form_share()}
                value={one.percent}
                min={0}
                max={100}
                decimalScale={2}
                hideControls
                onChange={(typed) => change(one.key, { percent: Number(typed) || 0 })}
              />
            )}
          </div>
          {people.length > 1 && (
            <Button className={classes.field ?? ''} variant="default" onClick={() => put(people.filter(({ key }) => key !== one.key))}>
              {one.name ? m.tenancy_form_remove_named({ name: one.name }) : m.tenancy_form_remove()}
            </Button>
          )}
        </fieldset>
      ))}
      {problems.people && (
        <Input.Error id={`${id}-people`} tabIndex={-1} role="alert">
          {problems.people}
        </Input.Error>
      )}
      <div className={classes.row}>
        <Button variant="default" onClick={() => put([...people, makeBlankTenancyPerson('co_tenant', 0)])}>
          {m.tenancy_form_add_person()}
        </Button>
        {people.filter(pays).length > 1 && (
          <Button variant="default" onClick={() => put(splitSharesEvenly(people))}>
            {m.tenancy_form_evenly()}
          </Button>
        )}
      </div>
    </>
  );
}

type WhoProps = {
  one: TenancyPersonDraft;
  not: readonly number[];
  about: (field: 'name' | 'phone') => { id: string; error: string | undefined };
  change: (facts: Partial<TenancyPersonDraft>) => void;
};
function Who({ one, not, about, change }: WhoProps) {
  return (
    <>
      <div className={classes.wide}>
        <KnownTenantPicker
          chosen={one.tenant_id === null ? null : { id: one.tenant_id, name: one.name, phone: one.phone || null }}
          put={(who) => change(who ? { tenant_id: who.id, name: who.name, phone: who.phone ?? '' } : { tenant_id: null, name: '', phone: '' })}
          not={not}
        />
      </div>
      {one.tenant_id === null && (
        <>
          <TextInput
            {...about('name')}
            label={m.tenancy_form_name()}
            value={one.name}
            maxLength={120}
            autoComplete="off"
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            {...about('phone')}
            label={m.tenancy_form_phone()}
            type="tel"
            value={one.phone}
            autoComplete="off"
            onChange={(event) => change({ phone: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}
