import { onboardingTitles } from '#contract/identity/labels.ts';
import { bankAccountNumberPattern, earbPattern, type JoinKind, kraPinPattern } from '#contract/identity/profile-kinds.ts';
import { isPlausiblePhone } from '#contract/kernel/phone-text.ts';
import { typedAmountToCents } from '#contract/money/cents.ts';
import { kenyanBanks } from '#contract/reference/banks.ts';
import { getCountyName, kenyanCounties } from '#contract/reference/counties.ts';
import type { PublicFormHandle } from '#web/forms/use-public-form.ts';
import { Chip } from '#web/ui/public/chip.tsx';
import { SegmentedControl } from '#web/ui/public/choice.tsx';
import { SelectField, TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { OnboardingButtons } from './onboarding-moves.tsx';

/** The values of the form as typed; `toOnboardingProfile` converts them for the call. */
export type OnboardingDraft = Told & { kind: JoinKind; name: string; phone: string; company: string; agreed: boolean };
type Told = {
  budget: string;
  areas: string[];
  pay: 'mpesa' | 'bank' | 'later';
  payPhone: string;
  bank: string;
  account: string;
  accountName: string;
  kra: string;
  earb: string;
  region: string;
};
export const emptyOnboardingDraft: OnboardingDraft = {
  kind: 'tenant',
  name: '',
  phone: '',
  company: '',
  agreed: false,
  budget: '',
  areas: [],
  pay: 'mpesa',
  payPhone: '',
  bank: '',
  account: '',
  accountName: '',
  kra: '',
  earb: '',
  region: '',
};
type Wrong = Record<string, string>;

const bare = (text: string) => text.replace(/[\s,]/g, '').toUpperCase();

export function toOnboardingProfile(kind: JoinKind, told: Told): Record<string, unknown> {
  if (kind === 'tenant') return { areas: told.areas, ...(told.budget.trim() ? { budget_cents: typedAmountToCents(Number(bare(told.budget))) } : {}) };
  if (kind === 'agent') return { earb: bare(told.earb), areas: told.areas };
  if (kind === 'dealer') return { region: told.region };
  const payout =
    told.pay === 'mpesa'
      ? { by: 'mpesa', phone: told.payPhone }
      : { by: 'bank', bank: told.bank, account: bare(told.account), name: told.accountName };
  return { ...(told.pay === 'later' ? {} : { payout }), ...(told.kra.trim() ? { kra_pin: bare(told.kra) } : {}) };
}

/** The problems for the chosen user type only. */
function wrongOf(kind: JoinKind, t: Told): Wrong {
  const wrong: Wrong = {};
  if (kind === 'tenant' && t.budget.trim() && !/^\d{1,9}$/.test(bare(t.budget))) wrong.budget = m.identity_budget_needed();
  if (kind === 'agent' && !earbPattern.test(bare(t.earb))) wrong.earb = m.identity_earb_needed();
  if (kind === 'agent' && t.areas.length === 0) wrong.areas = m.identity_areas_needed();
  if (kind === 'dealer' && !t.region) wrong.region = m.identity_region_choose();
  if (kind !== 'owner') return wrong;
  if (t.kra.trim() && !kraPinPattern.test(bare(t.kra))) wrong.kra = m.identity_kra_needed();
  if (t.pay === 'mpesa' && !isPlausiblePhone(t.payPhone)) wrong.payPhone = m.identity_onboarding_phone_needed();
  if (t.pay === 'bank' && !t.bank) wrong.bank = m.identity_bank_needed();
  if (t.pay === 'bank' && !bankAccountNumberPattern.test(bare(t.account))) wrong.account = m.identity_account_needed();
  if (t.pay === 'bank' && t.accountName.trim().length < 2) wrong.accountName = m.identity_account_name_needed();
  return wrong;
}

type Props = { form: PublicFormHandle<OnboardingDraft>; back: () => void; go: () => void };

/** The step that differs by user type: details of their work or wishes. */
export function OnboardingDetails({ form, back, go }: Props) {
  const { values, problems, text, set } = form;
  const { kind } = values;
  return (
    <>
      <h1 className={classes.title} tabIndex={-1}>
        {onboardingTitles[kind]()}
      </h1>
      <form className={classes.form} noValidate onSubmit={(event) => form.next(event, wrongOf(kind, values), go)}>
        {kind === 'tenant' && (
          <TextField {...text('budget')} label={m.identity_budget()} optional={m.shell_optional()} prefix="KES" inputMode="numeric" />
        )}
        {kind === 'agent' && <TextField {...text('earb')} label={m.identity_earb()} hint={m.identity_earb_hint()} autoCapitalize="characters" />}
        {(kind === 'tenant' || kind === 'agent') && (
          <Areas areas={values.areas} error={problems.areas} optional={kind === 'tenant'} set={(areas) => set('areas', areas)} />
        )}
        {kind === 'dealer' && (
          <SelectField
            {...text('region')}
            label={m.identity_region()}
            placeholder={m.identity_region_choose()}
            options={kenyanCounties.map((c) => ({ value: c.code, label: c.name }))}
          />
        )}
        {kind === 'owner' && (
          <>
            <SegmentedControl
              legend={m.identity_payout()}
              showLegend
              fullWidth
              value={values.pay}
              onChange={(pay) => set('pay', pay)}
              options={[
                { value: 'mpesa', label: m.identity_payout_mpesa() },
                { value: 'bank', label: m.identity_payout_bank() },
                { value: 'later', label: m.identity_payout_later() },
              ]}
            />
            {values.pay === 'mpesa' && <TextField {...text('payPhone')} label={m.identity_payout_phone()} type="tel" inputMode="tel" />}
            {values.pay === 'bank' && (
              <>
                <SelectField
                  {...text('bank')}
                  label={m.identity_bank()}
                  placeholder={m.identity_bank_choose()}
                  options={kenyanBanks.map((b) => ({ value: b.code, label: b.name }))}
                />
                <TextField {...text('account')} label={m.identity_account()} inputMode="numeric" />
                <TextField {...text('accountName')} label={m.identity_account_name()} />
              </>
            )}
            <TextField {...text('kra')} label={m.identity_kra()} optional={m.shell_optional()} autoCapitalize="characters" />
          </>
        )}
        <OnboardingButtons back={back} label={m.identity_onboarding_continue()} />
      </form>
    </>
  );
}

function Areas({
  areas,
  error,
  optional,
  set,
}: {
  areas: readonly string[];
  error: string | undefined;
  optional: boolean;
  set: (areas: string[]) => void;
}) {
  const left = kenyanCounties.filter((c) => !areas.includes(c.code));
  return (
    <>
      <SelectField
        label={m.identity_areas()}
        optional={optional ? m.shell_optional() : undefined}
        error={error}
        value=""
        placeholder={m.identity_areas_add()}
        options={left.map((c) => ({ value: c.code, label: c.name }))}
        onChange={(event) => event.currentTarget.value && set([...areas, event.currentTarget.value])}
      />
      {areas.length > 0 && (
        <div className={classes.chips}>
          {areas.map((code) => {
            const name = getCountyName(code) ?? code;
            const remove = () => set(areas.filter((a) => a !== code));
            return (
              <Chip key={code} on onClick={remove} remove={{ label: m.identity_area_remove({ name }), onClick: remove }}>
                {name}
              </Chip>
            );
          })}
        </div>
      )}
    </>
  );
}
