import type { z } from 'zod';
import { announcementOperations } from '../../contract/operations/announcement.ts';
import type { AnnouncementCreate, announcementPreviewInput } from '../../contract/portal/announcement.ts';
import { pauseAnnouncement, resolveOutage, resumeAnnouncement } from '../../domain/announcement/control.ts';
import { createAnnouncement } from '../../domain/announcement/create.ts';
import { previewAnnouncement } from '../../domain/announcement/preview.ts';
import { getAnnouncement, listAnnouncements } from '../../domain/announcement/read.ts';
import { sendAnnouncementTo } from '../../domain/announcement/send-to.ts';
import { testAnnouncement } from '../../domain/announcement/test.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { readAudience } from '../audience.ts';
import { ofJobs, read, trial, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** Messages to many subscribers. Portal only. */
export const announcementRouter = routerOf(announcementOperations, {
  list: read(listAnnouncements),
  get: read(getAnnouncement),
  preview: read(preview),
  test: trial(testAnnouncement),
  create: write(create),
  pause: write(pauseAnnouncement),
  resume: write(resumeAnnouncement),
  resolve: write(resolveOutage),
  sendTo: ofJobs(write(sendAnnouncementTo)),
});

async function preview(
  scope: Scope,
  { subject, email, sms, ...audience }: z.output<typeof announcementPreviewInput>,
) {
  return previewAnnouncement(scope, await readAudience(scope, audience), { subject, email, sms });
}

async function create(scope: WriteScope, { list, filter, ids, ...announced }: AnnouncementCreate) {
  const source = { list, filter, ...(ids && { selected: ids.length }) };
  return createAnnouncement(scope, await readAudience(scope, { list, filter, ids }), {
    ...announced,
    source,
  });
}
