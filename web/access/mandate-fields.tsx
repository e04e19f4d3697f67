import { MultiSelect, NativeSelect, NumberInput, Radio, Stack } from '@mantine/core';
import { mandateScopeHelpTexts, mandateScopeLabels } from '#contract/access/labels.ts';
import { type MandateScope, mandateScopes } from '#contract/access/mandate.ts';
import { toPercent, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import type { FormHandle } from '#web/forms/use-form.ts';
import { m } from '#words/messages.js';

/** The percentage for a form field; empty without an agreed commission. */
export const basisPointsToPercent = (points: number | null): number | '' => (points === null ? '' : toPercent(points));
export const percentToBasisPoints = (percent: number | ''): number | null => (percent === '' ? null : typedPercentToBasisPoints(percent));

type CommissionProps = { value: number | ''; error: string | undefined; put: (next: number | '') => void };
export const CommissionField = ({ value, error, put }: CommissionProps) => (
  <NumberInput
    name="commission"
    label={`${m.access_mandate_commission()} ${m.shell_optional()}`}
    description={m.access_mandate_commission_help()}
    suffix="%"
    min={0}
    max={100}
    decimalScale={2}
    clampBehavior="strict"
    hideControls
    value={value}
    error={error}
    onChange={(next) => put(next === '' ? '' : Number(next) || 0)}
  />
);

export type MandatePurpose = { scope: MandateScope; all: boolean; properties: string[] };

/**
 * The purpose and properties of a mandate, in its form and in an invitation. `known` properties stay selectable even when they are not among the
 * first hundred.
 */
export function MandatePurposeFields<T extends MandatePurpose>({
  form: whole,
  known = [],
}: {
  form: FormHandle<T>;
  known?: readonly { id: number; name: string }[];
}) {
  const form = whole as unknown as FormHandle<MandatePurpose>;
  const { values, put } = form;
  const properties = useCall(propertyCalls.list, { page: 1, page_size: 100, sort: 'name' });
  const choices = new Map([...known, ...(properties.data?.results ?? [])].map((one) => [String(one.id), one.name]));
  return (
    <>
      <NativeSelect
        {...form.text('scope')}
        label={m.access_mandate_scope()}
        description={mandateScopeHelpTexts[values.scope]()}
        data={mandateScopes.map((value) => ({ value, label: mandateScopeLabels[value]() }))}
      />
      <Radio.Group
        label={m.access_mandate_on()}
        value={values.all ? 'all' : 'some'}
        onChange={(next) => put({ all: next === 'all' })}
        error={form.problems.all}
      >
        <Stack gap={8} mt={8}>
          <Radio value="all" label={m.access_mandate_all()} />
          <Radio value="some" label={m.access_mandate_some()} />
        </Stack>
      </Radio.Group>
      {!values.all && (
        <MultiSelect
          {...form.field('properties')}
          label={m.access_mandate_properties()}
          searchable
          data={[...choices].map(([value, label]) => ({ value, label }))}
        />
      )}
    </>
  );
}
