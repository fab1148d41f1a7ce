'use client';

import { Paper, Stack, Text } from '@mantine/core';
import type { AnnouncementPreview } from '@/server/contract/portal/announcement.ts';

/** How many people an announcement reaches, and what one of them gets. */
export function PreviewPanel({ preview: { people, sms, email, sample } }: { preview: AnnouncementPreview }) {
  return (
    <Paper withBorder p="md" aria-label="Preview" role="region">
      <Stack gap="xs">
        <Text fw={600} role="status">
          {count(people)} {people === 1 ? 'person' : 'people'}
        </Text>
        {sms && (
          <Text size="sm">
            SMS to {count(sms.wanted)}, {count(sms.parts)} {sms.parts === 1 ? 'part' : 'parts'} in all
            {unwanted(sms.unwanted)}
          </Text>
        )}
        {email && (
          <Text size="sm">
            Email to {count(email.wanted)}
            {unwanted(email.unwanted)}
          </Text>
        )}
        {sample && (
          <>
            <Text size="sm" c="dimmed">
              As {sample.readerName} reads it
              {sample.sms?.encoding && ` (SMS in ${sample.sms.encoding})`}
            </Text>
            {[sample.sms?.body, sample.email && `${sample.email.subject}\n\n${sample.email.body}`]
              .filter((text) => typeof text === 'string')
              .map((text) => (
                <Text
                  key={text}
                  size="sm"
                  style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
                  dir="auto"
                >
                  {text}
                </Text>
              ))}
          </>
        )}
      </Stack>
    </Paper>
  );
}

function unwanted(n: number): string {
  return n > 0 ? `; ${count(n)} ${n === 1 ? 'does' : 'do'} not want it` : '';
}

const count = new Intl.NumberFormat('en').format;
