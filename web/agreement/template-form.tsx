import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { AgreementBody } from '#contract/agreement/body.ts';
import { templateCalls } from '#contract/agreement/calls.ts';
import { agreementFieldNames } from '#contract/agreement/fields.ts';
import type { TemplateDetails } from '#contract/agreement/shapes.ts';
import { type FormHandle, useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';

type Block = AgreementBody['blocks'][number] & { readonly key: number };
let made = 0;
const bare = ({ key: _, ...block }: Block): AgreementBody['blocks'][number] => block;

const draftOf = (of: TemplateDetails) => ({
  name: of.name,
  governs: of.governs,
  reviewed_by: of.reviewed_by,
  title_en: of.body.title.en,
  title_sw: of.body.title.sw,
  blocks: of.body.blocks.map((block): Block => ({ ...block, key: ++made })),
  clauses: of.body.clauses,
});
type Form = FormHandle<ReturnType<typeof draftOf>>;

/** The text block by block, English beside Kiswahili; names in braces are replaced by values of the tenancy. Saving creates the next version. */
export function AgreementTemplateForm({ of, close }: { of: TemplateDetails; close: () => void }) {
  const { link } = useDashboard();
  const { locale } = useApp();
  const go = useNavigate();
  const form = useForm(templateCalls.save, {
    blank: () => draftOf(of),
    given: ({ title_en, title_sw, blocks, clauses, ...head }) => ({
      id: of.id,
      ...head,
      body: { title: { en: title_en, sw: title_sw }, blocks: blocks.map(bare), clauses },
      revision: of.revision,
    }),
    names: { body: 'blocks' },
    inPlace: true,
    said: ({ name, version }) => m.agreements_said_version({ name, version }),
    done: ({ id, code }) => {
      close();
      return go(link('agreement.template', { id, code }));
    },
  });
  const { blocks, clauses } = form.values;
  const put = (at: number, change: Partial<Block>) =>
    form.set(
      'blocks',
      blocks.map((block, n) => (n === at ? { ...block, ...change } : block)),
    );
  const clauseNames = [
    { value: '', label: m.agreements_block_always() },
    ...clauses.map((clause) => ({ value: clause.key, label: m.agreements_block_if({ clause: clause[locale] }) })),
  ];
  const problem = form.problem || Object.values(form.problems).find(Boolean);
  return (
    <form className={classes.stack} onSubmit={form.submit} noValidate>
      <HeadFields form={form} />
      {clauses.length > 0 && <Clauses form={form} />}
      <Panel title={m.agreements_blocks()}>
        <div className={classes.stack}>
          <p className={classes.quiet}>{m.agreements_fields_help({ fields: agreementFieldNames.map((name) => `{${name}}`).join(' ') })}</p>
          {blocks.map((block, at) => (
            <BlockFields
              key={block.key}
              {...{ block, at, clauseNames }}
              put={(change) => put(at, change)}
              add={() => form.set('blocks', [...blocks.slice(0, at + 1), { key: ++made, kind: 'text', en: '', sw: '' }, ...blocks.slice(at + 1)])}
              {...(blocks.length > 1
                ? {
                    remove: () =>
                      form.set(
                        'blocks',
                        blocks.filter((_, n) => n !== at),
                      ),
                  }
                : {})}
            />
          ))}
        </div>
      </Panel>
      {problem && <Note tone="bad">{problem}</Note>}
      <div className={classes.acts}>
        <Button type="submit" loading={form.busy}>
          {m.agreements_template_save()}
        </Button>
        <Button variant="default" onClick={close}>
          {m.shell_cancel()}
        </Button>
      </div>
    </form>
  );
}

function HeadFields({ form }: { form: Form }) {
  return (
    <Panel title={m.agreement_template()}>
      <div className={classes.stack}>
        <TextInput {...form.text('name')} label={m.agreements_template_name()} maxLength={120} />
        <div className={classes.two}>
          <TextInput {...form.text('title_en')} label={m.agreements_title_en()} maxLength={200} />
          <TextInput {...form.text('title_sw')} label={m.agreements_title_sw()} maxLength={200} />
        </div>
        <div className={classes.two}>
          <NativeSelect
            {...form.text('governs')}
            label={m.agreements_governs()}
            data={[
              { value: 'en', label: m.agreements_language_en() },
              { value: 'sw', label: m.agreements_language_sw() },
            ]}
          />
          <TextInput
            {...form.text('reviewed_by')}
            label={`${m.agreements_reviewed_by()} ${m.shell_optional()}`}
            description={m.agreements_reviewed_help()}
            maxLength={120}
          />
        </div>
      </div>
    </Panel>
  );
}

/** The clauses of a new agreement; each can be added or left out when it is written. */
function Clauses({ form }: { form: Form }) {
  const { locale } = useApp();
  const { clauses } = form.values;
  return (
    <Panel title={m.agreements_clauses_first()}>
      <div className={classes.stack}>
        {clauses.map((clause, at) => (
          <Checkbox
            key={clause.key}
            label={clause[locale]}
            checked={clause.on}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              form.set(
                'clauses',
                clauses.map((one, n) => (n === at ? { ...one, on } : one)),
              );
            }}
          />
        ))}
      </div>
    </Panel>
  );
}

type BlockProps = {
  readonly block: Block;
  readonly at: number;
  readonly clauseNames: readonly { readonly value: string; readonly label: string }[];
  readonly put: (change: Partial<Block>) => void;
  readonly add: () => void;
  readonly remove?: () => void;
};
function BlockFields({ block, at, clauseNames, put, add, remove }: BlockProps) {
  return (
    <fieldset className={classes.party}>
      <legend>{m.agreements_block({ n: at + 1 })}</legend>
      <div className={classes.two}>
        <NativeSelect
          label={m.agreements_block_kind()}
          data={[
            { value: 'text', label: m.agreements_block_text() },
            { value: 'heading', label: m.agreements_block_heading() },
          ]}
          value={block.kind}
          onChange={(event) => put({ kind: event.currentTarget.value as Block['kind'] })}
        />
        <NativeSelect
          label={m.agreements_block_when()}
          data={clauseNames}
          value={block.clause ?? ''}
          onChange={(event) => put({ clause: event.currentTarget.value || undefined })}
        />
      </div>
      <div className={classes.two}>
        <Textarea
          label={m.agreements_language_en()}
          autosize
          minRows={2}
          value={block.en}
          onChange={(event) => put({ en: event.currentTarget.value })}
        />
        <Textarea
          label={m.agreements_language_sw()}
          autosize
          minRows={2}
          value={block.sw}
          onChange={(event) => put({ sw: event.currentTarget.value })}
        />
      </div>
      <div className={classes.acts}>
        <Button size="compact-sm" variant="default" onClick={add}>
          {m.agreements_block_add()}
        </Button>
        {remove && (
          <Button size="compact-sm" variant="default" onClick={remove}>
            {m.agreements_block_remove()}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
