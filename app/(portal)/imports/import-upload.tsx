'use client';

import { Button, FileInput, Group, Paper, Radio, Stack, Text } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { type ImportTypeName, importTypeNames, importTypes } from '@/server/contract/portal/import-fields.ts';
import { type FileQuestion, MAX_FILE_MB } from '@/server/contract/portal/import-file.ts';
import { useImportTypes } from '../use-import-types.ts';
import { FileQuestionInput } from './file-question.tsx';

const about: Record<ImportTypeName, string> = {
  subscribers: 'Customers with their contact and address.',
  plans: 'Internet packages with speed and price.',
  subscriptions: 'Which subscriber has which plan. Import subscribers and plans first.',
  mpesaStatement:
    'Payments to your paybill or till. Those that M-Pesa did not report to Demarc are found and recorded.',
  paystackStatement: 'Payments on checkout pages of Paystack, of which a report was lost.',
};

/** Where a statement is exported. */
const exports: Partial<Record<ImportTypeName, string>> = {
  mpesaStatement: 'Export it from Safaricom’s M-Pesa portal for organisations, and upload it as it is.',
  paystackStatement: 'Export it from Transactions in Paystack’s dashboard, and upload it as it is.',
};

const refusal = 'Your role does not let you import files. An owner can change your role.';

/** The first step of an import: what it is, and the file. The columns follow on the page of the job. */
export function ImportUpload() {
  const { push } = useRouter();
  const types = useImportTypes();
  const [given, setType] = useQueryState('type', parseAsStringLiteral(importTypeNames));
  const type = types.find((name) => name === given) ?? types[0] ?? 'subscribers';
  const [file, setFile] = useState<File | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [question, setQuestion] = useState<FileQuestion | null>(null);
  const [choice, setChoice] = useState('');
  const choose = (next: File | null) => {
    setFile(next);
    setQuestion(null);
    setProblem(null);
  };

  const upload = async () => {
    if (!file) return;
    setIsPending(true);
    setProblem(null);
    try {
      const answer = await send(type, file, question && { [question.choose]: choice });
      if ('id' in answer) return push(`/jobs/${answer.id}`);
      setQuestion(answer);
      setChoice(answer.choices[0]?.value ?? '');
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setIsPending(false);
  };

  const header = <PageHeader title="Import a file" parent={{ label: 'Imports and jobs', href: '/jobs' }} />;
  if (types.length === 0) {
    return (
      <>
        {header}
        <ProblemAlert problem={{ message: refusal, reasons: [] }} />
      </>
    );
  }
  return (
    <>
      {header}
      <UnsavedInput when={file !== null && !isPending} />
      <Paper withBorder p="lg" maw={640} component="form" onSubmit={submitting(upload)}>
        <Stack gap="lg">
          <Radio.Group
            label="What is in the file?"
            value={type}
            onChange={(value) => setType(value as ImportTypeName)}
          >
            <Stack gap="sm" mt="xs">
              {types.map((name) => (
                <Radio key={name} value={name} label={importTypes[name].label} description={about[name]} />
              ))}
            </Stack>
          </Radio.Group>
          <FileInput
            label="File"
            description={`A CSV file or an Excel workbook (.xlsx), up to ${MAX_FILE_MB} MB and 20,000 rows. ${exports[type] ?? 'Exports of Splynx and UISP are recognised.'}`}
            placeholder="Choose a file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            leftSection={<IconFileTypeCsv size={18} aria-hidden />}
            value={file}
            onChange={choose}
            clearable
          />
          {question && <FileQuestionInput question={question} value={choice} onChange={setChoice} />}
          {problem && <ProblemAlert problem={problem} />}
          <Text size="sm" c="dimmed">
            {'statementOf' in importTypes[type]
              ? 'Nothing is recorded yet. Next you see which payments are new.'
              : 'Nothing is created yet. Next you choose the columns and see what each row would do.'}
          </Text>
          <Group justify="flex-end">
            <Button type="submit" loading={isPending} disabled={!file}>
              {question ? 'Continue' : 'Upload'}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </>
  );
}

function submitting(run: () => Promise<void>) {
  return (event: { preventDefault: () => void }) => {
    event.preventDefault();
    void run();
  };
}

/**
 * Uploads the file. Returns the id of the draft, or what has to be chosen first. Throws in the form of the typed client.
 * @param chosen the encoding or the sheet
 */
async function send(
  type: string,
  file: File,
  chosen: Record<string, string> | null,
): Promise<{ id: string } | FileQuestion> {
  const query = new URLSearchParams({ name: file.name, ...chosen });
  const answer = await fetch(`/api/imports/${type}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
  const body = await answer.json();
  if (!answer.ok) throw { data: { httpStatus: answer.status, envelope: body } };
  return body;
}
