import { useState } from 'react';
import { IconEye, IconEyeOff } from '../icons.ts';
import classes from './field.module.css';
import { TextField, type TextFieldProps } from './field.tsx';
import { useIsMounted } from './use-alive.ts';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'right' | 'prefix'> & { showLabel: string; hideLabel: string };

export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const alive = useIsMounted();
  const name = shown ? hideLabel : showLabel;
  const Eye = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={shown ? 'text' : 'password'}
      right={
        alive && (
          <button type="button" className={classes.peek} aria-label={name} title={name} aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Eye size={20} aria-hidden />
          </button>
        )
      }
    />
  );
}
