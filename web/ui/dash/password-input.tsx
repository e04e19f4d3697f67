import { PasswordInput as Input, type PasswordInputProps } from '@mantine/core';

/** Marks the input as invalid. Mantine's own password input does not, and a form looks for the invalid field to move the focus there. */
export const PasswordInput = (props: PasswordInputProps) => <Input aria-invalid={props.error ? true : undefined} {...props} />;
