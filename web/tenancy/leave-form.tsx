import { FileInput, NativeSelect, TextInput } from '@mantine/core';
import { paperCalls } from '#contract/paper/calls.ts';
import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { orderObjectionDays, payingTenancyRoles, type TenancyEndKind, tenancyEndKinds } from '#contract/tenancy/kinds.ts';
import { tenancyEndKindLabels } from '#contract/tenancy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { TenancyActionForm, TenancyReasonField, toOptionalLabel } from './act-frame.tsx';
import { callsTouchedByTenancy, getTenancyChangedMessage, makeTenancyActionOptions, type TenancyActionProps } from './action-props.ts';

type Typed = { on: string; given_on: string; kind: TenancyEndKind; reason: string; notice: File | null };

/** What a move-out that the manager records alone means for tenants with an account. */
const objectionHints: Partial<Record<TenancyEndKind, () => string>> = {
  notice: m.tenancy_leave_notice_hint,
  order: () => m.tenancy_leave_order_hint({ days: orderObjectionDays }),
  abandoned: m.tenancy_leave_abandoned_hint,
};

/**
 * Leaving with a document. A mutual agreement needs the consent of the tenants; the document replaces it only if none of them has an account to
 * answer with.
 */
export function GiveNoticeForm({ of, close }: TenancyActionProps) {
  const answers = of.people.some((one) => one.has_account && one.until === null && payingTenancyRoles.includes(one.role));
  const asks = ({ kind }: Typed) => kind === 'mutual' && answers;
  const form = useForm<typeof tenancyActionCalls.recordNotice | typeof tenancyActionCalls.requestShortNotice, Typed>(
    (typed) => (asks(typed) ? tenancyActionCalls.requestShortNotice : tenancyActionCalls.recordNotice),
    {
      blank: { on: addDays(clock.today(), of.notice_days), given_on: clock.today(), kind: 'notice', reason: '', notice: null },
      given: (typed) => {
        const { on, given_on, kind, reason, notice } = typed;
        if (asks(typed)) return { id: of.id, on, kind: 'mutual', reason };
        return { id: of.id, on, kind, reason, ...(kind === 'notice' && !answers && given_on ? { given_on } : {}), notice: notice as File };
      },
      check: (typed): Record<string, string> => (asks(typed) || typed.notice ? {} : { notice: m.tenancy_field_notice_needed() }),
      said: getTenancyChangedMessage,
      ...makeTenancyActionOptions(close),
      // The document is stored with the tenancy's documents.
      touches: [...callsTouchedByTenancy, paperCalls],
    },
  );
  const ask = asks(form.values);
  const hint = objectionHints[form.values.kind];
  return (
    <TenancyActionForm
      title={m.tenancy_act_leave()}
      // The drawer keeps its title while a day is typed; the button names the act.
      verb={ask ? m.tenancy_act_ask_leaving() : m.tenancy_act_leave()}
      text={ask ? m.tenancy_short_ask_text() : m.tenancy_act_leave_text()}
      close={close}
      form={form}
    >
      <NativeSelect
        {...form.text('kind')}
        label={m.tenancy_field_kind()}
        // A term that continues month to month does not end by its last day.
        data={tenancyEndKinds
          .filter((value) => value !== 'expired' || of.holdover === 'stop')
          .map((value) => ({ value, label: tenancyEndKindLabels[value]() }))}
      />
      {form.values.kind === 'notice' && !answers && (
        <TextInput {...form.text('given_on')} type="date" label={m.tenancy_field_given_on()} min={of.starts_on} max={clock.today()} />
      )}
      <TextInput {...form.text('on')} type="date" label={m.tenancy_field_on()} min={clock.today()} />
      {form.values.kind === 'mutual' && !answers && <Note tone="guard">{m.tenancy_short_nobody()}</Note>}
      {!ask && answers && hint && <Note tone="info">{hint()}</Note>}
      {ask && <Note tone="guard">{m.tenancy_short_answers()}</Note>}
      {!ask && (
        <FileInput
          label={m.tenancy_field_notice()}
          placeholder={m.tenancy_field_notice_choose()}
          accept="application/pdf,image/jpeg,image/png,image/webp"
          value={form.values.notice}
          onChange={(file) => form.set('notice', file)}
          error={form.problems.notice}
        />
      )}
      <TenancyReasonField form={form} label={form.values.kind === 'notice' ? toOptionalLabel(m.tenancy_field_reason()) : m.tenancy_field_reason()} />
    </TenancyActionForm>
  );
}
