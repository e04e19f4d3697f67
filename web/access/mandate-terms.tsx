import { mandateScopeLabels } from '#contract/access/labels.ts';
import type { Mandate } from '#contract/access/mandate-calls.ts';
import { toPercent } from '#contract/money/cents.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** The terms both sides agreed on. */
export const MandateTerms = ({ mandate }: { mandate: Mandate }) => (
  <DefinitionList
    items={[
      { label: m.access_mandate_scope(), value: mandateScopeLabels[mandate.scope]() },
      {
        label: m.access_mandate_on(),
        value: mandate.all_properties
          ? m.access_mandate_all()
          : mandate.properties.map((one) => one.name).join(', ') || m.access_mandate_no_properties(),
      },
      { label: m.access_mandate_starts(), value: formatDate(mandate.starts_on ?? mandate.created_at) },
      { label: m.access_mandate_ends(), value: mandate.ends_on ? formatDate(mandate.ends_on) : m.access_mandate_open() },
      { label: m.access_mandate_sign(), value: mandate.may_sign ? m.access_mandate_yes() : m.access_mandate_no() },
      { label: m.access_mandate_collect(), value: mandate.may_collect ? m.access_mandate_yes() : m.access_mandate_no() },
      {
        label: m.access_mandate_commission(),
        value:
          mandate.commission_bp === null
            ? m.access_mandate_commission_none()
            : m.access_mandate_commission_of({ percent: toPercent(mandate.commission_bp) }),
      },
      { label: m.access_mandate_limit(), value: formatKes(mandate.approval_limit_cents) },
    ]}
  />
);
