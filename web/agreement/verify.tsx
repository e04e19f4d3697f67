import { type FormEvent, useState } from 'react';
import { type LoaderFunctionArgs, useNavigate } from 'react-router';
import { agreementPublicScreens } from '#contract/agreement/public-pages.ts';
import { href } from '#contract/kernel/screen.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { VerificationFileDropZone } from './file-drop-zone.tsx';

export const handle = makeScreenHandle(agreementPublicScreens.verify, m.screens_agreement_verify);
export const loader = (_: LoaderFunctionArgs) => ({ page: { title: m.screens_agreement_verify(), description: m.agreement_verify_intro() } });

export default function VerifyAgreementPage() {
  const [code, setCode] = useState('');
  const go = useNavigate();
  const look = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) void go(href(agreementPublicScreens.verifyCode, { code: code.trim() }));
  };
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{m.screens_agreement_verify()}</h1>
      <p>{m.agreement_verify_intro()}</p>
      <VerificationFileDropZone />
      <h2>{m.agreement_verify_by_code()}</h2>
      <form className={classes.narrow} onSubmit={look}>
        <TextField
          label={m.agreement_certificate_code()}
          hint={m.agreement_verify_code_hint()}
          value={code}
          minLength={8}
          maxLength={40}
          autoComplete="off"
          required
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default">
            {m.agreement_verify_look()}
          </Button>
        </div>
      </form>
    </div>
  );
}
