import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { agreementPublicScreens } from '#contract/agreement/public-pages.ts';
import { verifyCalls } from '#contract/agreement/sign-calls.ts';
import { href } from '#contract/kernel/screen.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { VerificationFileDropZone } from './file-drop-zone.tsx';
import { getVerificationCodeNote } from './verdict.ts';

export const handle = makeScreenHandle(agreementPublicScreens.verifyCode, m.screens_agreement_verify);

/**
 * The page behind the QR code of a certificate. The code alone shows the day and the number of signers; only the hash of a file shows whether it is
 * the signed one.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const code = params.code ?? '';
  const answer = await readServerFunctions(context).call(verifyCalls.verifyCode, { code });
  return { code, told: answer.ok ? answer.value : null, page: { title: m.screens_agreement_verify(), description: '', noindex: true } };
}

export default function VerificationResultPage() {
  const { code, told } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{m.screens_agreement_verify()}</h1>
      <p className={classes.hash}>{code}</p>
      {told ? (
        <VerificationFileDropZone code={code}>
          <Note tone="info">{getVerificationCodeNote(told)}</Note>
          <p>{m.agreement_verify_then_file()}</p>
        </VerificationFileDropZone>
      ) : (
        <>
          <Note tone="bad" alert={false}>
            {m.agreement_verify_no_code()}
          </Note>
          <p>
            <AppLink href={href(agreementPublicScreens.verify)}>{m.agreement_verify_file_instead()}</AppLink>
          </p>
        </>
      )}
    </div>
  );
}
