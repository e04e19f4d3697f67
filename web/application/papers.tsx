import { Button, FileInput, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { applicationCalls } from '#contract/application/calls.ts';
import { type ApplicationDocumentKind, applicationDocumentKinds } from '#contract/application/kinds.ts';
import { applicationDocumentLabels } from '#contract/application/labels.ts';
import type { MyApplication } from '#contract/application/shapes.ts';
import { useAction } from '#web/client/use-call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './application.module.css';

/** The documents of the application: upload, open and remove. */
export function ApplicationDocuments({ application }: { application: NonNullable<MyApplication['application']> }) {
  const [kind, setKind] = useState<ApplicationDocumentKind>('identity');
  const bring = useAction(applicationCalls.addDocument, { inPlace: true, said: () => m.application_said_paper() });
  const remove = useAction(applicationCalls.removeDocument, { said: () => m.application_said_paper_gone() });
  return (
    <Panel title={m.application_papers()} pad={false}>
      <ul className={classes.rows} id="papers">
        {application.papers.map((paper) => (
          <li key={paper.id}>
            <div>
              <AppLink href={`/vault/paper/${paper.id}`} download>
                {paper.name}
              </AppLink>
              <p className={classes.quiet}>{applicationDocumentLabels[paper.kind]()}</p>
            </div>
            <Button
              variant="default"
              size="sm"
              aria-label={m.application_paper_remove_named({ name: paper.name })}
              onClick={() => remove.mutate({ id: paper.id })}
            >
              {m.application_paper_remove()}
            </Button>
          </li>
        ))}
        <li>
          <Stack gap={12}>
            <NativeSelect
              label={m.application_paper_kind()}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as ApplicationDocumentKind)}
              data={applicationDocumentKinds.map((value) => ({ value, label: applicationDocumentLabels[value]() }))}
            />
            <FileInput
              label={m.application_paper_add()}
              placeholder={m.application_paper_choose()}
              styles={{ placeholder: { color: 'var(--mk-ink-3)' } }}
              description={m.application_paper_help()}
              accept="application/pdf,image/png,image/jpeg,image/webp"
              value={null}
              onChange={(file) => file && bring.mutate({ kind, paper: file })}
              disabled={bring.isPending}
              error={bring.problem}
            />
          </Stack>
        </li>
      </ul>
    </Panel>
  );
}
