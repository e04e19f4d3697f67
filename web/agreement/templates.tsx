import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { templateCalls } from '#contract/agreement/calls.ts';
import { agreementKindLabels } from '#contract/agreement/labels.ts';
import type { TemplateSummary } from '#contract/agreement/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';

/** The templates of agreements: those of Makao, and those a company derived from them. */
export default function AgreementTemplateList() {
  const { link } = useDashboard();
  const found = useCall(templateCalls.list, { page: 1, page_size: 100 });
  if (!found.data) return <LoadingState answer={found} rows={5} />;
  const { results } = found.data;
  return (
    <>
      <PageHeader
        title={m.screens_agreement_templates()}
        sub={m.agreements_templates_sub()}
        actions={
          <Button component={Link} to={link('agreement.list')} variant="default">
            {m.screens_agreement_list()}
          </Button>
        }
      />
      <Panel pad={false}>
        <PanelRows>
          {results.map((one) => (
            <Row key={one.id} of={one} to={link('agreement.template', { id: one.id, code: one.code })} />
          ))}
        </PanelRows>
      </Panel>
    </>
  );
}

const Row = ({ of, to }: { of: TemplateSummary; to: string }) => (
  <div className={classes.line}>
    <div>
      <AppLink href={to}>
        <b>{of.name}</b>
      </AppLink>
      <p className={classes.quiet}>
        {[
          agreementKindLabels[of.kind](),
          of.use === 'commercial' ? m.agreements_use_commercial() : m.agreements_use_residential(),
          m.agreements_version({ version: of.version }),
          of.reviewed_by ? m.agreements_reviewed({ name: of.reviewed_by }) : m.agreements_not_reviewed(),
          formatDate(of.updated_at),
        ].join(' · ')}
      </p>
    </div>
    <ToneBadge tone={of.system ? 'info' : 'neutral'}>{of.system ? m.agreements_template_makao() : m.agreements_template_own()}</ToneBadge>
  </div>
);
