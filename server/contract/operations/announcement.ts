import { messageSnapshot } from '../message.ts';
import { portalRead, portalWrite } from '../operation.ts';
import {
  announcementCreate,
  announcementId,
  announcementList,
  announcementPage,
  announcementPreview,
  announcementPreviewInput,
  announcementResolve,
  announcementSendTo,
  announcementSnapshot,
  announcementTest,
  announcementTested,
} from '../portal/announcement.ts';

export const announcementOperations = {
  list: portalRead({ permission: 'read', input: announcementList, output: announcementPage }),
  get: portalRead({ permission: 'read', input: announcementId, output: announcementSnapshot }),
  preview: portalRead({
    permission: 'emails:write',
    input: announcementPreviewInput,
    output: announcementPreview,
  }),
  test: portalWrite({
    permission: 'emails:write',
    input: announcementTest,
    output: announcementTested,
    takesLocalPhone: true,
  }),
  create: portalWrite({
    permission: 'emails:write',
    input: announcementCreate,
    output: announcementSnapshot,
  }),
  pause: portalWrite({ permission: 'emails:write', input: announcementId, output: announcementSnapshot }),
  resume: portalWrite({ permission: 'emails:write', input: announcementId, output: announcementSnapshot }),
  resolve: portalWrite({
    permission: 'emails:write',
    input: announcementResolve,
    output: announcementSnapshot,
  }),
  sendTo: portalWrite({ permission: 'emails:write', input: announcementSendTo, output: messageSnapshot }),
};
