import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { lateFeeFrequencies, lateFeeKinds } from '#contract/invoice/kinds.ts';
import { lateFeeFrequencyLabels, lateFeeKindLabels } from '#contract/invoice/labels.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { toPercent } from '#contract/money/cents.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { PropertyPicker } from './property-pick.tsx';
import { areFeeTiersComplete, type LateFeeTierDraft, makeBlankFeeTier, toFeeTier, toFeeTierDraft } from './tiers.ts';

type Setting = CallResult<typeof invoiceRunCalls.invoiceSettings>;
type Policy = Setting['policies'][number];

/** Late fee from the billing terms of a property. */
const termsText = ({ kind, value, grace_days: days }: Setting['terms'][number]): string =>
  m.invoices_late_terms({ fee: kind === 'fixed' ? formatKes(value) : m.property_percent({ percent: toPercent(value) }), days });

/** Late-fee policies. The effect is previewed before saving. */
export default function LateFees() {
  const { link } = useDashboard();
  const found = useCall(invoiceRunCalls.invoiceSettings, {});
  const [property, setProperty] = useState<number | null>(null);
  const setting = found.data;
  const policy = setting?.policies.find((one) => one.tenancy === null && (one.property?.id ?? null) === property);
  const terms = setting?.terms.find((one) => one.property.id === property);
  return (
    <>
      <PageHeader
        title={m.invoices_late_title()}
        crumbs={[{ label: m.invoices_title(), href: link('invoice.list') }, { label: m.invoices_late_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.invoices_late_sub()}
      />
      {!setting && <LoadingState answer={found} />}
      {setting && (
        <div className={classes.cols}>
          <div className={classes.stack}>
            <Panel title={m.invoices_late_policy()}>
              <div className={classes.form}>
                <PropertyPicker value={property} put={setProperty} all={m.invoices_late_company()} label={m.invoices_late_for()} />
                {terms && <Note tone="info">{m.invoices_late_terms_hold({ terms: termsText(terms) })}</Note>}
                <Tiers key={`${property} ${policy?.revision ?? 0}`} property={property} policy={policy} />
              </div>
            </Panel>
          </div>
          <div className={classes.stack}>
            {setting.policies.length + setting.terms.length > 0 && (
              <Panel title={m.invoices_late_all()} pad={false}>
                <PanelRows>
                  {setting.policies.map((one) => (
                    <div key={one.id}>
                      <span className={classes.grow}>
                        <b>{one.property?.name ?? one.tenancy?.code ?? m.invoices_late_company()}</b>
                        <small>{one.active ? m.invoices_late_steps({ count: one.tiers.length }) : m.invoices_late_off()}</small>
                      </span>
                    </div>
                  ))}
                  {setting.terms.map((one) => (
                    <div key={`p${one.property.id}`}>
                      <span className={classes.grow}>
                        <b>{one.property.name}</b>
                        <small>{termsText(one)}</small>
                      </span>
                    </div>
                  ))}
                </PanelRows>
              </Panel>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Tiers({ property, policy }: { property: number | null; policy: Policy | undefined }) {
  const [tiers, setTiers] = useState<readonly LateFeeTierDraft[]>(() => (policy?.tiers ?? []).map(toFeeTierDraft));
  const [active, setActive] = useState(policy?.active ?? true);
  const act = useAction(invoiceRunCalls.setFeePolicy, { inPlace: true, said: () => m.invoices_said_policy() });
  const change = (key: number, changes: Partial<LateFeeTierDraft>) => setTiers(tiers.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  return (
    <div className={classes.form}>
      {act.problem && <Note tone="bad">{act.problem}</Note>}
      {tiers.length > 0 && (
        <Checkbox checked={active} onChange={(event) => setActive(event.currentTarget.checked)} label={m.invoices_late_active()} />
      )}
      <div>
        {tiers.map((tier, at) => (
          <fieldset key={tier.key} className={classes.tier}>
            <legend>{m.invoices_late_step({ n: at + 1 })}</legend>
            <div className={classes.pair}>
              <NumberInput
                label={m.invoices_late_grace()}
                value={tier.grace_days}
                min={0}
                max={365}
                allowDecimal={false}
                hideControls
                onChange={(v) => change(tier.key, { grace_days: Number(v) || 0 })}
              />
              <NativeSelect
                label={m.invoices_late_every()}
                value={tier.every}
                onChange={(event) => change(tier.key, { every: event.currentTarget.value as LateFeeTierDraft['every'] })}
                data={lateFeeFrequencies.map((value) => ({ value, label: lateFeeFrequencyLabels[value]() }))}
              />
              <NativeSelect
                label={m.invoices_late_kind()}
                value={tier.kind}
                onChange={(event) => change(tier.key, { kind: event.currentTarget.value as LateFeeTierDraft['kind'] })}
                data={lateFeeKinds.map((value) => ({ value, label: lateFeeKindLabels[value]() }))}
              />
              {tier.kind === 'fixed' ? (
                <MoneyInput label={m.invoices_late_sum()} value={tier.amount} onChange={(v) => change(tier.key, { amount: Number(v) || 0 })} />
              ) : (
                <NumberInput
                  label={m.invoices_late_percent()}
                  suffix=" %"
                  value={tier.amount}
                  min={0}
                  max={100}
                  decimalScale={2}
                  hideControls
                  onChange={(v) => change(tier.key, { amount: Number(v) || 0 })}
                />
              )}
              <MoneyInput
                label={`${m.invoices_late_cap()} ${m.shell_optional()}`}
                value={tier.cap}
                onChange={(v) => change(tier.key, { cap: v === '' ? '' : Number(v) || 0 })}
              />
            </div>
            <div>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                onClick={() => setTiers(tiers.filter(({ key }) => key !== tier.key))}
                aria-label={m.invoices_late_remove({ n: at + 1 })}
              >
                {m.invoices_late_take_away()}
              </Button>
            </div>
          </fieldset>
        ))}
      </div>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          disabled={tiers.length >= 5}
          onClick={() => setTiers([...tiers, makeBlankFeeTier(Math.max(0, ...tiers.map(({ key }) => key)) + 1)])}
        >
          {m.invoices_late_add()}
        </Button>
        <Button
          loading={act.isPending}
          disabled={!areFeeTiersComplete(tiers)}
          onClick={() => act.mutate({ property_id: property, active, tiers: tiers.map(toFeeTier), revision: policy?.revision ?? 0 })}
        >
          {m.invoices_late_save()}
        </Button>
      </div>
      <Would property={property} tiers={tiers} />
    </div>
  );
}

/** Why an overdue invoice is not charged: every tier was charged, or the grace period is not over. */
const sparedText = ({ charged_cents, charged_on }: CallResult<typeof invoiceRunCalls.previewLateFees>['rows'][number]): string =>
  charged_on ? m.invoices_late_charged({ sum: formatKes(charged_cents), day: formatDate(charged_on) }) : m.invoices_late_grace_on();

/** The maximum number of entries listed by name; the others are counted. */
const shown = 10;
/** Preview of the fees that these tiers would charge today. */
function Would({ property, tiers }: { property: number | null; tiers: readonly LateFeeTierDraft[] }) {
  const { link } = useDashboard();
  const [asked] = useDebouncedValue({ property_id: property, tiers: tiers.map(toFeeTier) }, 400);
  const { data } = useCall(invoiceRunCalls.previewLateFees, asked, { enabled: tiers.length > 0 && areFeeTiersComplete(tiers), quiet: true });
  if (!data) return null;
  const more = data.count - shown;
  return (
    <div>
      <p className={classes.quiet}>
        {data.count > 0
          ? m.invoices_late_would({ count: data.count, sum: formatKes(data.total_cents) })
          : data.late > 0
            ? m.invoices_late_nobody_of()
            : m.invoices_late_nobody()}
      </p>
      {data.rows.length > 0 && (
        <PanelRows>
          {data.rows.slice(0, shown).map((row) => (
            <AppLink key={row.invoice.id} href={link('invoice.detail', { invoice_id: row.invoice.id, code: row.invoice.code })}>
              <span className={classes.grow}>
                <b>{row.tenant.name}</b>
                <small>
                  {[`${row.unit.name}, ${row.property.name}`, m.invoices_late_by({ count: row.overdue_days }), formatKes(row.overdue_cents)].join(
                    ' · ',
                  )}
                </small>
              </span>
              {row.cents > 0 ? <b className="num">{formatKes(row.cents)}</b> : <small>{sparedText(row)}</small>}
            </AppLink>
          ))}
          {more > 0 && <div>{m.invoices_late_more({ count: more })}</div>}
        </PanelRows>
      )}
    </div>
  );
}
