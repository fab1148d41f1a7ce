import { messageOperations } from '../../contract/operations/message.ts';
import { messageAccountOperations } from '../../contract/operations/message-account.ts';
import { messageSettingsOperations } from '../../contract/operations/message-settings.ts';
import {
  listMessageAccounts,
  removeMessageAccount,
  saveMessageAccount,
  testMessageAccount,
} from '../../domain/message/accounts.ts';
import { getMessage, listMessages } from '../../domain/message/read.ts';
import { sendMessage } from '../../domain/message/send.ts';
import { sendInvoice, sendPageLink, sendReceipt, sendRefund } from '../../domain/message/send-document.ts';
import { getMessageSettings, saveMessageSettings } from '../../domain/message/settings.ts';
import {
  listMessageTexts,
  previewMessageText,
  resetMessageText,
  saveMessageText,
} from '../../domain/message/texts.ts';
import { read, trial, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const messageRouter = routerOf(messageOperations, {
  list: read(listMessages),
  get: read(getMessage),
  send: write(sendMessage),
  sendInvoice: write(sendInvoice),
  sendReceipt: write(sendReceipt),
  sendRefund: write(sendRefund),
  sendPageLink: write(sendPageLink),
});

/** Accounts for messages have no route in the REST API: their credentials are entered by staff alone. */
export const messageAccountRouter = routerOf(messageAccountOperations, {
  list: read(listMessageAccounts),
  save: write(saveMessageAccount),
  test: trial(testMessageAccount),
  remove: write(removeMessageAccount),
});

export const messageSettingsRouter = routerOf(messageSettingsOperations, {
  get: read(getMessageSettings),
  save: write(saveMessageSettings),
  texts: read(listMessageTexts),
  saveText: write(saveMessageText),
  resetText: write(resetMessageText),
  previewText: read(previewMessageText),
});
