import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type AccessExplanation, roleCalls } from '#contract/access/calls.ts';
import { type PermissionAction, type PermissionDocument, permissionActions, permissionDocuments } from '#contract/access/documents.ts';
import { isAllowed } from '#contract/access/grants.ts';
import { permissionActionLabels, permissionDocumentLabels } from '#contract/access/labels.ts';
import { teamCalls } from '#contract/access/people-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { RoleBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';

/** "Who may edit invoices?", and for each person why or why not. */
export function AccessExplainer() {
  const [action, setAction] = useState<PermissionAction>('edit');
  const [document, setDocument] = useState<PermissionDocument>('invoices');
  const [person, setPerson] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [property, setProperty] = useState('');
  const on = property === '' ? {} : { property_id: Number(property) };
  const who = useCall(roleCalls.whoMay, { page, page_size: 10, document, action, ...on });
  const rows = who.data?.results ?? [];
  const more = (who.data?.count ?? 0) > page * 10;
  return (
    <Panel title={m.access_explain_title()} pad={false}>
      <div className={classes.asked}>
        <NativeSelect
          label={m.access_explain_action()}
          data={permissionActions.map((a) => ({ value: a, label: permissionActionLabels[a]() }))}
          value={action}
          onChange={(e) => setAction(e.currentTarget.value as PermissionAction)}
        />
        <NativeSelect
          label={m.access_explain_document()}
          data={permissionDocuments.map((d) => ({ value: d, label: permissionDocumentLabels[d]() }))}
          value={document}
          onChange={(e) => setDocument(e.currentTarget.value as PermissionDocument)}
        />
        <Which value={property} set={setProperty} />
      </div>
      {who.isPending ? (
        <RowsLoading rows={3} label={m.shell_loading()} />
      ) : (
        <PanelRows>
          {rows.map((p) => (
            <div key={p.id}>
              <div className={classes.row}>
                <div>
                  <b>{p.name}</b>
                  <small className={classes.quiet}>{p.company ?? p.role ?? p.email}</small>
                </div>
                <RoleBadge role={p.user_type} />
                <ToneBadge tone={p.allowed ? 'good' : 'neutral'}>{p.allowed ? m.access_explain_yes() : m.access_explain_no()}</ToneBadge>
                <Button
                  className={classes.tap}
                  size="compact-sm"
                  variant="subtle"
                  aria-expanded={person === p.id}
                  onClick={() => setPerson(person === p.id ? null : p.id)}
                >
                  {m.access_explain_why()}
                </Button>
              </div>
              {person === p.id && <Why person={p.id} action={action} document={document} on={on} />}
            </div>
          ))}
          {(more || page > 1) && (
            <div>
              <Button className={classes.tap} size="compact-sm" variant="subtle" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {m.shell_page_previous()}
              </Button>
              <Button className={classes.tap} size="compact-sm" variant="subtle" disabled={!more} onClick={() => setPage(page + 1)}>
                {m.shell_page_next()}
              </Button>
            </div>
          )}
        </PanelRows>
      )}
    </Panel>
  );
}

/** "…of property X": hidden from people who may not see which properties teams work on. */
function Which({ value, set }: { value: string; set: (next: string) => void }) {
  const { visitor } = useApp();
  const may = isAllowed(teamCalls.teamProperties.needs, visitor);
  const found = useCall(teamCalls.teamProperties, { page: 1, page_size: 100 }, { enabled: may });
  if (!may) return null;
  return (
    <NativeSelect
      label={m.access_explain_property()}
      data={[
        { value: '', label: m.access_explain_any_property() },
        ...(found.data?.results ?? []).map((one) => ({ value: String(one.id), label: one.name })),
      ]}
      value={value}
      onChange={(e) => set(e.currentTarget.value)}
    />
  );
}

type Asked = { person: number; action: PermissionAction; document: PermissionDocument; on: { property_id?: number } };
function Why({ person, action, document, on }: Asked) {
  const answer = useCall(roleCalls.explain, { person_id: person, document, action, ...on });
  if (!answer.data) return null;
  return (
    <ol className={classes.chain}>
      {answer.data.chain.map((one) => (
        <li key={one.link}>{sayLink(one)}</li>
      ))}
    </ol>
  );
}

function sayLink({ link, ok, says }: AccessExplanation['chain'][number]): string {
  if (link === 'account') return ok ? m.access_link_account_ok() : m.access_link_account_no();
  if (link === 'dashboard') return ok ? m.access_link_dashboard_ok({ layout: says }) : m.access_link_dashboard_no();
  if (link === 'employer') return ok ? m.access_link_employer_ok() : m.access_link_employer_no();
  if (link === 'mandate') return ok ? m.access_link_mandate_ok({ company: says }) : m.access_link_mandate_no({ company: says });
  if (link === 'property') return ok ? m.access_link_property_ok({ property: says }) : m.access_link_property_no({ property: says });
  if (link === 'role') return ok ? m.access_link_role_ok({ role: says }) : m.access_link_role_no();
  if (ok) return m.access_link_grant_ok();
  return says ? m.access_link_grant_role_no({ role: says }) : m.access_link_grant_no();
}
