'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import type { ConfirmByTypingProps } from './confirm-by-typing.tsx';

/** The dialog behind `<ConfirmByTyping>`, which loads it. */
export function ConfirmByTypingDialog({ phrase, onConfirm, api, ...rest }: ConfirmByTypingProps) {
  const [typed, setTyped] = useState('');
  return (
    <ActionDialog
      {...rest}
      danger
      ready={typed.trim() === phrase.trim()}
      onConfirm={(call) => onConfirm(typed.trim(), call)}
      api={api?.(phrase)}
      confirmation={
        <TextInput
          data-autofocus
          label={
            <>
              Type <strong>{phrase}</strong> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      }
    />
  );
}
