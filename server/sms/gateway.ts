import { SECOND_MS } from '../clock.ts';

/** The limit of a call that sends, in ms. What has no answer by then has an unknown outcome, so it is longer than usual. */
export const SMS_CALL_MS = 15 * SECOND_MS;

/** Credentials of an account, by the names of the contract. */
export type SmsCredentials = Record<string, string>;

/** A provider's account at a gateway for SMS. */
export type SmsAccount = {
  credentials: SmsCredentials;
  /** The sender that customers see; null for the one that the gateway chooses. */
  sender: string | null;
  /** The address to which the gateway reports. */
  hookUrl: string;
};

/** What became of one call. The gateways have no idempotency keys, so a call that may have worked is never repeated. */
export type SmsOutcome =
  | { result: 'accepted'; gatewayId: string }
  /** For this recipient, or by the account: another attempt cannot succeed. */
  | { result: 'refused'; error: string }
  /** Nothing was sent, and a later attempt can succeed. `isDown` where other messages would fail too. */
  | { result: 'later'; error: string; isDown: boolean }
  /** The gateway may have sent it. */
  | { result: 'unknown'; error: string };

/** What a gateway reports about a message that it accepted. */
export type SmsReport = { gatewayId: string; isDelivered: boolean; error: string | null };

/** A request to the address of an account. */
export type SmsHookRequest = {
  url: string;
  form: URLSearchParams;
  header(name: string): string | undefined;
};

/** A gateway for SMS: one file each. */
export type SmsGateway = {
  label: string;
  send(account: SmsAccount, message: { to: string; text: string }): Promise<SmsOutcome>;
  /**
   * Reads a report.
   * @returns null where the gateway has not signed it, and an empty list for one that is not final
   */
  readReport(account: SmsAccount, request: SmsHookRequest): SmsReport[] | null;
  /** Tries the credentials without sending anything. @returns the answer in words for staff */
  check(account: SmsAccount): Promise<{ isAccepted: boolean; answer: string }>;
};
