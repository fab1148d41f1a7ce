import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { webhook } from '../../../drizzle/schema/webhook.ts';
import type { webhookListAll } from '../../contract/portal/webhook.ts';
import type { WebhookSnapshot, webhookId } from '../../contract/webhook.ts';
import { presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { contains } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { isFailing } from '../model/webhook/failing.ts';
import { findWebhook, notDeleted, publicUrl, webhookResource } from '../model/webhook/resource.ts';

/** @throws NOT_FOUND */
export async function getWebhook(scope: Scope, { id }: z.output<typeof webhookId>): Promise<WebhookSnapshot> {
  return presentOne(scope, webhookResource, await findWebhook(scope, id));
}

/** Webhooks, disabled ones included. Contract: Lists. */
export const listWebhooks = defineList<typeof webhookResource, z.output<typeof webhookListAll>>(
  webhookResource,
  {
    always: notDeleted,
    filters: {
      failing: { where: (given) => sql`${isFailing} = ${given}` },
      q: contains(sql`concat_ws(' ', ${publicUrl}, ${webhook.description})`),
    },
  },
);
