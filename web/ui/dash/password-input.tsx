import { PasswordInput as Input, type PasswordInputProps } from '@mantine/core';

/** Mantine's own does not say that it is wrong; a form looks for the field that does. */
export const PasswordInput = (props: PasswordInputProps) => <Input aria-invalid={props.error ? true : undefined} {...props} />;
