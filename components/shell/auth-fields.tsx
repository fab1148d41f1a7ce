'use client';

import {
  Alert,
  Button,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './auth-fields.module.css';

/** Dialogs move the focus to the marked field, pages to the one with `autoFocus`. */
const focused = (isFirst: boolean | undefined) =>
  isFirst ? { autoFocus: true, 'data-autofocus': true } : {};

const shared = { size: 'md', withAsterisk: false, required: true } as const;
const visibility = { 'aria-label': 'Show or hide the password' };

/** What a form around sign-in was refused for. */
export function AuthProblem({ text }: { text: string | null }) {
  return (
    text !== null && (
      <Alert color="red" variant="light" role="alert">
        {text}
      </Alert>
    )
  );
}

export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" size="md" loading={busy} fullWidth>
      {children}
    </Button>
  );
}

/** An email address; by default that of the account. */
export function EmailField(props: { label?: string; autoComplete?: string }) {
  return (
    <TextInput
      {...shared}
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      {...focused(true)}
      {...props}
    />
  );
}

export function NameField() {
  return (
    <TextInput {...shared} name="name" label="Your name" autoComplete="name" maxLength={100} autoFocus />
  );
}

type PasswordFieldProps = Pick<PasswordInputProps, 'ref' | 'name' | 'label' | 'error' | 'autoFocus'>;

/** The password that a person has. */
export function CurrentPasswordField({ autoFocus, ...props }: PasswordFieldProps) {
  return (
    <PasswordInput
      {...shared}
      name="password"
      label="Password"
      autoComplete="current-password"
      visibilityToggleButtonProps={visibility}
      {...focused(autoFocus)}
      {...props}
    />
  );
}

/** A password that a person chooses. The server judges its strength. */
export function NewPasswordField(props: PasswordFieldProps) {
  return (
    <PasswordInput
      {...shared}
      name="password"
      label="Password"
      description="At least 12 characters. A few unrelated words are strong and easy to remember."
      autoComplete="new-password"
      minLength={12}
      maxLength={128}
      visibilityToggleButtonProps={visibility}
      {...props}
    />
  );
}

/** Types the new password a second time. */
export function RepeatedPasswordField(props: PasswordFieldProps) {
  return (
    <PasswordInput
      {...shared}
      autoComplete="new-password"
      visibilityToggleButtonProps={visibility}
      {...props}
    />
  );
}

/** The account of a form, for password managers. */
export function AccountOfForm({ email }: { email: string }) {
  return (
    <VisuallyHidden>
      <input type="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-label="Email" />
    </VisuallyHidden>
  );
}

type CodeFieldProps = {
  /** What the field takes: a code of the app, a recovery code, or both. */
  kind?: 'app' | 'recovery' | 'either';
  label?: string;
  description?: string;
  autoFocus?: boolean;
};

/** A code of the second factor. */
export function CodeField({ kind = 'app', label = 'Code', description, autoFocus }: CodeFieldProps) {
  const isApp = kind === 'app';
  return (
    <TextInput
      {...shared}
      name="code"
      label={label}
      description={description}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      inputMode={isApp ? 'numeric' : 'text'}
      maxLength={20}
      spellCheck={false}
      autoCapitalize="none"
      {...focused(autoFocus)}
      classNames={{ input: classes.code }}
    />
  );
}
