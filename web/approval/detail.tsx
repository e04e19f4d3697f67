import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { approvalCalls } from '#contract/approval/calls.ts';
import type { ApprovalRequestDetails } from '#contract/approval/shapes.ts';
import type { ScreenKey } from '#contract/screens.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { ApprovalButtons, type ApprovalDecision, ApprovalStateBadge, DecisionForm, EvidenceUpload } from './parts.tsx';

export default function ApprovalRequestPage() {
  const { id } = useParams();
  const request = useCall(approvalCalls.requestDetails, { id: parseAddressId(id) });
  useScreenTitle(request.data?.code);
  if (!request.data) return <LoadingState answer={request} rows={6} />;
  return <Loaded of={request.data} />;
}

function Loaded({ of }: { readonly of: ApprovalRequestDetails }) {
  const { link } = useDashboard();
  const [what, choose] = useState<ApprovalDecision | null>(null);
  const open = of.status === 'asked';
  return (
    <>
      <PageHeader
        title={of.code}
        crumbs={[{ label: m.approval_title(), href: link('approval.list') }, { label: of.code }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={<ApprovalButtons of={of} choose={choose} />}
      />
      <Stack gap={16}>
        {open && !of.own && of.blocked && <Note tone="info">{of.blocked}</Note>}
        <FactStrip
          items={[
            { label: m.approval_column_status(), value: <ApprovalStateBadge of={of.status} /> },
            { label: m.approval_column_by(), value: of.asked_by ?? '' },
            { label: m.approval_column_day(), value: formatDateTime(of.asked_at) },
            ...(of.cents === null ? [] : [{ label: m.approval_column_sum(), value: formatKes(of.cents) }]),
          ]}
        />
        <Panel title={m.approval_detail_what()}>
          <Text>{of.sentence}</Text>
          {of.details.length > 0 && <DefinitionList items={of.details} />}
          {of.page && (
            <Button
              component={Link}
              to={link(of.page.screen as ScreenKey, of.page.params) + (of.page.query ? `?${of.page.query}` : '')}
              variant="default"
              size="compact-sm"
              mt="sm"
            >
              {m.approval_detail_record()}
            </Button>
          )}
        </Panel>
        <Panel title={m.approval_detail_reason()}>
          <DefinitionList
            items={[
              { label: m.approval_detail_reason(), value: of.reason },
              ...(of.company ? [{ label: m.approval_detail_company(), value: of.company.name }] : []),
              ...(open ? [{ label: m.approval_detail_expires(), value: formatDateTime(of.expires_at) }] : []),
              ...(of.decided_by ? [{ label: m.approval_detail_decided_by(), value: of.decided_by }] : []),
              ...(of.decided_at ? [{ label: m.approval_detail_decided_at(), value: formatDateTime(of.decided_at) }] : []),
              ...(of.decision ? [{ label: m.approval_detail_decision(), value: of.decision }] : []),
            ]}
          />
        </Panel>
        <Panel title={m.approval_detail_evidence()}>
          {of.evidence ? (
            <a href={of.evidence} target="_blank" rel="noreferrer">
              {m.approval_detail_evidence_open()}
            </a>
          ) : (
            <Text>{open && of.needs_evidence ? m.approval_detail_evidence_needed() : m.approval_detail_evidence_none()}</Text>
          )}
          {open && of.own && <EvidenceUpload of={of} />}
        </Panel>
      </Stack>
      {what && <DecisionForm of={of} what={what} close={() => choose(null)} />}
    </>
  );
}
