/** A message to one person. */
export interface Email {
  /** Tells this message from all others, however often it is handed over. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the reader decides which messages to get. */
  readonly settingsUrl: string;
}

/**
 * What became of a message: the mail server has it; it has not, and may take it later; it never will; or nobody knows,
 * because the connection was lost after all of it had gone out.
 */
export interface DeliveryResult {
  readonly status: 'accepted' | 'deferred' | 'refused' | 'unknown';
  /** What was said about it, for the operator. */
  readonly detail: string;
}

/** The way out for messages. */
export interface EmailSender {
  /** `onCommit` runs before the mail server is told that it has the whole message: what throws keeps it back. */
  send(email: Email, onCommit?: () => Promise<void>): Promise<DeliveryResult>;
}
