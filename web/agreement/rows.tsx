import { agreementKindLabels } from '#contract/agreement/labels.ts';
import type { AgreementSummary } from '#contract/agreement/shapes.ts';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { getAgreementStatusNumber } from './labels.ts';

/** Agreements as lines of a panel: title, progress and deadline. */
export const AgreementRows = ({
  rows,
  to,
  home = false,
}: {
  rows: readonly AgreementSummary[];
  to: (a: AgreementSummary) => string;
  home?: boolean;
}) =>
  rows.map((a) => (
    <div key={a.id} className={classes.line}>
      <div>
        <AppLink href={to(a)}>
          <b>{agreementKindLabels[a.kind]()}</b> {a.code}
        </AppLink>
        <p className={classes.quiet}>
          {[
            home && `${a.unit}, ${a.property}`,
            m.agreements_signed_of({ signed: a.signed, signers: a.signers }),
            a.due_at && m.agreements_due({ date: formatDate(a.due_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <StatusBadge set="contract" value={getAgreementStatusNumber(a.status)} />
    </div>
  ));
