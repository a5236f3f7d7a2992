/** An e-mail to one recipient. */
export interface Email {
  /** Becomes the Message-ID; the same for every attempt. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The notification settings of the recipient. */
  readonly settingsUrl: string;
}

/** Replaces line breaks and control characters, so that user input cannot start new lines or headers. */
export const toOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/**
 * The result of a delivery attempt. `deferred` may succeed later. `unknown` means that the connection was lost after the
 * whole message was sent.
 */
export interface DeliveryResult {
  readonly status: 'accepted' | 'deferred' | 'refused' | 'unknown';
  /** The reply of the mail server, for the log. */
  readonly detail: string;
}

/** Sends e-mail. */
export interface EmailSender {
  /** `onCommit` runs before the end of the message is sent; if it throws, the message is not delivered. */
  send(email: Email, onCommit?: () => Promise<void>): Promise<DeliveryResult>;
}
