import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type PolicyDetails, type PolicyVersion, policyCalls } from '#contract/policy/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { DiffView } from '#web/ui/dash/diff-view.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './policy.module.css';

/** The status of a version relative to the one in force. */
const standing = (v: PolicyVersion, policy: PolicyDetails): string | null => {
  if (v.version === policy.version) return m.policy_version_current();
  if (v.published_at === null) return m.policy_version_draft();
  return v.version > policy.version ? m.policy_version_announced() : null;
};

/** Every version so far, and the difference between any two. */
export function PolicyVersions({ policy }: { policy: PolicyDetails }) {
  const versions = useCall(policyCalls.listVersions, { id: policy.id, page: 1, page_size: 100 });
  if (!versions.data) return <LoadingState answer={versions} rows={3} />;
  const { results } = versions.data;
  return (
    <div className={classes.stack}>
      <Panel title={m.policy_tab_versions()} pad={false}>
        <PanelRows>
          {results.map((v) => (
            <div key={v.version} className={classes.version}>
              <div className={classes.grow}>
                <b>
                  {m.policy_version({ version: v.version })}
                  {standing(v, policy) && <span className={classes.quiet}> · {standing(v, policy)}</span>}
                </b>
                {v.summary && <p className={classes.summary}>{v.summary}</p>}
                <small className={classes.quiet} title={formatDateTime(v.created_at)}>
                  {v.created_by ? m.policy_version_by({ name: v.created_by, date: formatDate(v.created_at) }) : formatDate(v.created_at)}
                </small>
              </div>
              <small className={classes.quiet}>{m.policy_public_in_force({ date: formatDate(v.effective_from) })}</small>
            </div>
          ))}
        </PanelRows>
      </Panel>
      <Compare versions={results} />
    </div>
  );
}

function Compare({ versions }: { versions: readonly PolicyVersion[] }) {
  const [newest, older] = versions;
  const [from, setFrom] = useState(older?.version ?? 0);
  const [to, setTo] = useState(newest?.version ?? 0);
  if (!newest || !older) return <Panel title={m.policy_compare()}>{m.policy_compare_one()}</Panel>;
  const textOf = (n: number) => versions.find((v) => v.version === n)?.body ?? '';
  const options = versions.map((v) => ({ value: String(v.version), label: m.policy_version({ version: v.version }) }));
  return (
    <Panel title={m.policy_compare()}>
      <div className={classes.pair}>
        <NativeSelect label={m.policy_compare_from()} data={options} value={String(from)} onChange={(e) => setFrom(Number(e.currentTarget.value))} />
        <NativeSelect label={m.policy_compare_to()} data={options} value={String(to)} onChange={(e) => setTo(Number(e.currentTarget.value))} />
      </div>
      <DiffView
        before={textOf(from)}
        after={textOf(to)}
        format="html"
        labels={{ added: m.policy_compare_added(), removed: m.policy_compare_removed(), same: m.policy_compare_same() }}
      />
    </Panel>
  );
}
