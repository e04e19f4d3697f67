import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { agreementPublic } from '#contract/agreement/public.ts';
import { verifyCalls } from '#contract/agreement/sign-calls.ts';
import { href } from '#contract/kernel/screen.ts';
import { side } from '#web/client/load.ts';
import { screenHandle } from '#web/layout/current-screen.ts';
import { A } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { Drop } from './drop.tsx';
import { codeNote } from './verdict.ts';

export const handle = screenHandle(agreementPublic.verifyCode, m.screens_agreement_verify);

/** Where the square on a certificate leads. The code alone says the day and how many signed; whether a file is the one, its hash. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const code = params.code ?? '';
  const answer = await side(context).call(verifyCalls.code, { code });
  return { code, told: answer.ok ? answer.value : null, page: { title: m.screens_agreement_verify(), description: '', noindex: true } };
}

export default function VerifyCodePage() {
  const { code, told } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{m.screens_agreement_verify()}</h1>
      <p className={classes.hash}>{code}</p>
      {told ? (
        <Drop code={code}>
          <Note tone="info">{codeNote(told)}</Note>
          <p>{m.agreement_verify_then_file()}</p>
        </Drop>
      ) : (
        <>
          <Note tone="bad" alert={false}>
            {m.agreement_verify_no_code()}
          </Note>
          <p>
            <A href={href(agreementPublic.verify)}>{m.agreement_verify_file_instead()}</A>
          </p>
        </>
      )}
    </div>
  );
}
