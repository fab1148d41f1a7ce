'use client';

import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';

/** A part of the credentials of an account, in the words of its gateway. */
export type CredentialField<N extends string> = {
  name: N;
  label: string;
  description?: string;
  isSecret?: true;
  isOptional?: true;
};

/** The inputs of the credentials of an account. `given` has no empty ones; null while a required one is missing. */
export function useCredentials<N extends string>(fields: readonly CredentialField<N>[]) {
  const [values, setValues] = useState<Partial<Record<N, string>>>({});
  const given: Partial<Record<N, string>> = {};
  for (const { name } of fields) {
    const value = values[name]?.trim();
    if (value) given[name] = value;
  }
  const isComplete = fields.every(({ name, isOptional }) => isOptional || given[name]);
  const inputs = (errors: Record<string, string>) =>
    fields.map(({ name, label, description, isSecret, isOptional }) => {
      const Input = isSecret ? PasswordInput : TextInput;
      return (
        <Input
          key={name}
          label={label}
          description={description}
          required={!isOptional}
          autoComplete={isSecret ? 'new-password' : 'off'}
          value={values[name] ?? ''}
          error={errors[name]}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      );
    });
  return { given: isComplete ? given : null, inputs, names: fields.map(({ name }) => name) };
}
