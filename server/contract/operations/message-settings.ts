import { portalRead, portalWrite } from '../operation.ts';
import { messageSettingsSave, messageSettingsSnapshot } from '../portal/message-settings.ts';
import {
  filledText,
  messageTextKey,
  messageTextPreview,
  messageTextSave,
  messageTextSnapshot,
  messageTexts,
} from '../portal/message-text.ts';
import { nothing } from '../primitives.ts';

export const messageSettingsOperations = {
  get: portalRead({ permission: 'read', input: nothing, output: messageSettingsSnapshot }),
  save: portalWrite({
    permission: 'settings:write',
    input: messageSettingsSave,
    output: messageSettingsSnapshot,
  }),
  texts: portalRead({ permission: 'read', input: nothing, output: messageTexts }),
  saveText: portalWrite({
    permission: 'settings:write',
    input: messageTextSave,
    output: messageTextSnapshot,
  }),
  resetText: portalWrite({
    permission: 'settings:write',
    input: messageTextKey,
    output: messageTextSnapshot,
  }),
  previewText: portalRead({ permission: 'read', input: messageTextPreview, output: filledText }),
};
