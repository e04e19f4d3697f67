import { Button } from '@mantine/core';
import { useState } from 'react';
import { type CommissionRule, commissionCalls } from '#contract/commission/calls.ts';
import { commissionBasisLabels, commissionBeneficiaryLabels } from '#contract/commission/labels.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatShortDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './commission.module.css';
import { EndCommissionRuleDialog } from './end-rule.tsx';
import { CommissionRuleForm } from './rule-form.tsx';
import { formatCommissionTerms } from './words.ts';

const none = [] as const;
const newest = { by: 'id', desc: true };
const reach = (rule: CommissionRule): string =>
  rule.mandate
    ? m.commission_rule_mandate({ code: rule.mandate })
    : (rule.property?.name ?? rule.company?.name ?? rule.region ?? m.commission_rule_everybody());

const columns: () => readonly TableColumn<CommissionRule>[] = () => [
  {
    key: 'name',
    header: m.commission_rule_name(),
    cell: (r) => (
      <>
        <TwoLineCell top={r.name} bottom={`${r.code}, ${m.commission_version({ version: r.version })}`} />
        {r.request && <OpenRequestNote request={r.request} />}
      </>
    ),
  },
  { key: 'who', header: m.commission_column_beneficiary(), cell: (r) => commissionBeneficiaryLabels[r.beneficiary]() },
  { key: 'basis', header: m.commission_rule_basis(), cell: (r) => commissionBasisLabels[r.basis]() },
  { key: 'terms', header: m.commission_rule_kind(), wrap: true, cell: (r) => formatCommissionTerms(r) },
  { key: 'reach', header: m.commission_rule_reach(), cell: reach },
  { key: 'from', header: m.commission_rule_starts(), cell: (r) => formatShortDate(r.starts_on) },
];

type Wanted = { act: 'edit' | 'end'; rule: CommissionRule } | 'add' | null;
/** The rules by which platform, agents and dealers earn: a section of the platform's settings. */
export function CommissionRules() {
  const list = useListState(none, newest);
  const [wanted, want] = useState<Wanted>(null);
  const found = useCall(commissionCalls.listRules, { page: list.page, page_size: list.pageSize });
  const close = () => want(null);
  const limits = found.data?.limits;
  const add = limits && <Button onClick={() => want('add')}>{m.commission_rule_add()}</Button>;
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <p>{m.commission_rules_lead()}</p>
        {found.data?.request ? <OpenRequestNote request={found.data.request} /> : add}
      </div>
      <DataTable
        caption={m.commission_rules()}
        columns={columns()}
        rows={found.data?.results ?? []}
        rowKey={(r) => String(r.id)}
        state={found.isPending ? 'loading' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={found.isError && !found.data ? <LoadingState answer={found} /> : undefined}
        empty={<StateBlock title={m.commission_rules_empty()} text={m.commission_rules_empty_text()} />}
        actionsLabel={m.shell_more()}
        actions={(rule) =>
          rule.mandate === null &&
          rule.request === null && (
            <MoreMenu
              label={`${m.shell_more()}: ${rule.name}`}
              items={[
                { label: m.commission_rule_edit({ name: rule.name }), onClick: () => want({ act: 'edit', rule }) },
                { label: m.commission_rule_end(), danger: true, onClick: () => want({ act: 'end', rule }) },
              ]}
            />
          )
        }
        mobile={(r) => <MobileRow name={r.name} meta={formatCommissionTerms(r)} metaEnd={reach(r)} when={formatShortDate(r.starts_on)} />}
        footer={<ListFooter list={list} count={found.data?.count ?? 0} />}
      />
      {limits && wanted === 'add' && <CommissionRuleForm rule={null} limits={limits} close={close} />}
      {limits && wanted !== null && wanted !== 'add' && wanted.act === 'edit' && (
        <CommissionRuleForm rule={wanted.rule} limits={limits} close={close} />
      )}
      {wanted !== null && wanted !== 'add' && wanted.act === 'end' && <EndCommissionRuleDialog rule={wanted.rule} close={close} />}
    </div>
  );
}
