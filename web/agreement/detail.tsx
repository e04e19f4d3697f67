import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import { agreementCalls } from '#contract/agreement/calls.ts';
import type { PartyStatus } from '#contract/agreement/kinds.ts';
import { agreementKindLabels, agreementTrailLabels, leaseWarningLabels, partyRoleLabels } from '#contract/agreement/labels.ts';
import { agreementPublicScreens } from '#contract/agreement/public-pages.ts';
import type { AgreementDetails } from '#contract/agreement/shapes.ts';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { href } from '#contract/kernel/screen.ts';
import { linkTo } from '#contract/screens.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, phone } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { StatusBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { AgreementActions, AgreementPartyActions } from './acts.tsx';
import classes from './agreement.module.css';
import { getAgreementStatusNumber, partyStatusNames, trailEventsWithUserText } from './labels.ts';
import { LeaseText } from './lease-text.tsx';

/** The tenants in the title distinguish several open agreements. */
const titleOf = ({ kind, tenants }: AgreementDetails): string =>
  tenants.length > 0 ? m.agreements_title_of({ kind: agreementKindLabels[kind](), names: tenants.join(', ') }) : agreementKindLabels[kind]();

/** One agreement: its text, its signers, its history, and the possible acts. */
export default function AgreementDetail() {
  const { id } = useParams();
  const { link, layout } = useDashboard();
  const answer = useCall(agreementCalls.details, { id: parseAddressId(id) });
  const a = answer.data;
  useScreenTitle(a && titleOf(a));
  if (!a) return <LoadingState answer={answer} text={m.agreements_not_found()} />;
  const list = layout === 'tenant' ? link('agreement.mine') : link('agreement.list');
  return (
    <>
      <PageHeader
        title={titleOf(a)}
        crumbs={[{ label: m.screens_agreement_list(), href: list }, { label: a.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<StatusBadge set="contract" value={getAgreementStatusNumber(a.status)} />}
        sub={`${a.unit}, ${a.property}`}
        actions={
          <>
            {a.sealed && (
              <Button component="a" variant="default" href={a.sealed} target="_blank" rel="noreferrer">
                {m.agreements_download_sealed()}
              </Button>
            )}
            <AgreementActions of={a} />
          </>
        }
      />
      <Notes of={a} />
      <div className={classes.cols}>
        <div className={classes.stack}>
          {a.message && a.status !== 'draft' && (
            <Panel title={m.agreements_message()}>
              <p className={classes.said}>{a.message}</p>
            </Panel>
          )}
          <LeaseText text={a.text} language={a.language} governs={a.governs} />
        </div>
        <div className={classes.stack}>
          <Parties of={a} />
          <Papers of={a} />
          <Panel title={m.agreement_trail()}>
            <ul className={classes.trail}>
              {a.trail.map((one, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a trail is only added to
                <li key={n}>
                  <p>
                    {agreementTrailLabels[one.what]()}
                    {one.who ? ` · ${one.who}` : ''}
                  </p>
                  {one.detail && trailEventsWithUserText.has(one.what) && <p className={classes.quiet}>{translateAuditReason(one.detail)}</p>}
                  <p className={classes.quiet}>{formatDateTime(one.at)}</p>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </>
  );
}

function Notes({ of: a }: { of: AgreementDetails }) {
  const draft = a.status === 'draft';
  const said = [
    a.reason && a.status !== 'fully_signed' && m.agreements_note_reason({ reason: translateAuditReason(a.reason) }),
    a.seal_failed && m.agreements_note_seal_failed(),
    a.wet_ink && a.status !== 'fully_signed' && a.status !== 'archived' && m.agreements_note_paper(),
    a.unasked.length > 0 &&
      (draft ? m.agreements_note_unasked({ names: a.unasked.join(', ') }) : m.agreements_note_unasked_sent({ names: a.unasked.join(', ') })),
    draft && a.missing.length > 0 && m.agreement_problem_missing({ fields: a.missing.join(', ') }),
    ...(draft ? a.cautions.map((one) => leaseWarningLabels[one]()) : []),
  ].filter((one): one is Exclude<typeof one, false | '' | undefined> => Boolean(one));
  return said.map((text) => (
    <Note key={text} tone="guard" className={classes.note ?? ''}>
      {text}
    </Note>
  ));
}

/** In a withdrawn agreement, people who were asked to sign are no longer pending. */
const isOver = ({ status }: AgreementDetails, party: PartyStatus): boolean => status === 'archived' && ['waiting', 'sent', 'viewed'].includes(party);
const PartyBadge = ({ of: a, status }: { of: AgreementDetails; status: PartyStatus }) => {
  const { tone, label } = isOver(a, status) ? { tone: 'neutral' as const, label: m.agreements_party_no_more } : partyStatusNames[status];
  return <ToneBadge tone={tone}>{label()}</ToneBadge>;
};

const Parties = ({ of: a }: { of: AgreementDetails }) => (
  <Panel title={m.agreement_sign_who()} pad={false}>
    <PanelRows>
      {a.parties.map((party) => (
        <div key={party.id} className={classes.line}>
          <div>
            <b>{party.name}</b>
            <p className={classes.quiet}>
              {[partyRoleLabels[party.role](), a.sequential && m.agreements_turn({ n: party.turn }), party.phone && phone(party.phone), party.email]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {party.signed_at && <p className={classes.quiet}>{formatDateTime(party.signed_at)}</p>}
            {party.expires_at && a.status !== 'archived' && (party.status === 'sent' || party.status === 'viewed') && (
              <p className={classes.quiet}>{m.agreements_due({ date: formatDate(party.expires_at) })}</p>
            )}
            <AgreementPartyActions of={a} party={party} />
          </div>
          <PartyBadge of={a} status={party.status} />
        </div>
      ))}
    </PanelRows>
  </Panel>
);

/** The documents, opened in a new window, and the tenancy and versions of the agreement. */
function Papers({ of: a }: { of: AgreementDetails }) {
  const { link, layout } = useDashboard();
  const paper = (label: string, address: string | null) =>
    address
      ? [
          {
            label,
            value: (
              <a href={address} target="_blank" rel="noreferrer">
                {m.agreements_open_paper()}
              </a>
            ),
          },
        ]
      : [];
  const other = (label: string, one: { id: number; code: string } | null) =>
    one ? [{ label, value: <AppLink href={link(layout === 'tenant' ? 'agreement.own' : 'agreement.detail', one)}>{one.code}</AppLink> }] : [];
  const tenancy =
    layout === 'tenant' ? (
      <AppLink href={linkTo('living.home', 'tenancy', { tenancy_id: a.tenancy.id, code: a.tenancy.code })}>{a.tenancy.code}</AppLink>
    ) : (
      <AppLink href={link('tenancy.detail', { id: a.tenancy.id, code: a.tenancy.code })}>{a.tenancy.code}</AppLink>
    );
  return (
    <Panel title={m.agreements_papers()}>
      <DefinitionList
        items={[
          ...paper(m.agreements_paper_sealed(), a.sealed),
          ...paper(m.agreements_paper_text(), a.pdf),
          ...paper(m.agreements_paper_scan(), a.scan),
          ...(a.sealed && a.verify_code
            ? [
                {
                  label: m.agreement_certificate_code(),
                  value: <AppLink href={href(agreementPublicScreens.verifyCode, { code: a.verify_code })}>{a.verify_code}</AppLink>,
                },
              ]
            : []),
          { label: m.agreements_tenancy(), value: tenancy },
          ...(a.template ? [{ label: m.agreement_template(), value: a.template }] : []),
          ...other(m.agreements_replaces(), a.replaces),
          ...other(m.agreements_replaced_by(), a.replaced_by),
        ]}
      />
    </Panel>
  );
}
