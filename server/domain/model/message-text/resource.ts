import { z } from 'zod';
import { messageText } from '../../../../drizzle/schema/message.ts';
import { languages, messageChannels } from '../../../contract/enums.ts';
import { idOutput, timestamps } from '../../../contract/primitives.ts';
import { defineResource } from '../../../state/resource.ts';

/** A text of the provider as it is recorded. */
const snapshot = z.object({
  id: idOutput('messageText'),
  kind: z.string(),
  channel: z.enum(messageChannels),
  language: z.enum(languages).nullable(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  ...timestamps,
});

export const messageTextResource = defineResource({
  name: 'messageText',
  object: null,
  table: messageText,
  snapshot,
});
