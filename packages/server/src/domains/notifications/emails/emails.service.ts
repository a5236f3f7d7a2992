import type { DeliveryResult, EmailSender } from '../../../kernel/email.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { NotificationKind } from '../notification-kinds.ts';
import { notificationPath } from '../notification-path.ts';
import {
  dueSince,
  type EmailKey,
  type EmailRow,
  type EmailState,
  expireEmails,
  findEmail,
  setEmailState,
  transitionEmail,
} from './emails.store.ts';
import { notificationEmail } from './notification-email.ts';

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'links' | 'metrics' | 'emails'>;

/** The job that sends the e-mail of a notification. */
export const SEND_EMAIL = jobName<EmailKey>('notifications.send-mail');

/** The number of days after which an unsent e-mail expires. */
export const EXPIRY_DAYS = 3;
const EXPIRY_MS = EXPIRY_DAYS * 24 * 60 * 60 * 1000;

// Only e-mails that the mail server certainly did not accept are retried.
const STATE_AFTER: Readonly<Record<DeliveryResult['status'], EmailState>> = {
  accepted: 'sent',
  deferred: 'due',
  refused: 'refused',
  unknown: 'unknown',
};

/** Sends the e-mails of notifications, each at most once. */
export const createEmailsService = ({ db, clock, links, metrics, emails }: Dependencies) => {
  const emailOf = (row: EmailRow) =>
    notificationEmail({
      id: row.id,
      kind: row.kind as NotificationKind,
      verdict: row.verdict,
      actorName: row.actor?.display_name ?? (row.actor_id === SYSTEM ? 'Lectern' : 'Somebody'),
      spaceTitle: row.space_title,
      changeRequest:
        row.change_request_number === null
          ? undefined
          : { number: row.change_request_number, subject: row.change_request_subject ?? '' },
      excerpt: row.excerpt ?? '',
      to: { name: row.display_name, address: row.email },
      url: links.appUrl(notificationPath(row)),
      settingsUrl: links.fileUrl('/account#notifications'),
    });

  // E-mails that this process is sending; another job must not mark them as unknown.
  const sending = new Set<string>();

  /** The error for an e-mail that may or may not have been sent. */
  const unknownResult = (id: string, detail: string): Error => {
    metrics.unconfirmedEmails.inc();
    return new Error(`It is unknown whether the e-mail of notification ${id} was sent: ${detail}`);
  };

  /** Claims a due e-mail for this process. */
  const claim = async (key: EmailKey): Promise<void> => {
    if (!(await transitionEmail(db, key, 'due', 'sending')))
      throw new Error('Another process is sending this e-mail');
    sending.add(key.id);
  };

  const sendEmail = async (key: EmailKey, row: EmailRow, sender: EmailSender): Promise<void> => {
    // Only the process that claimed the e-mail records its state.
    let isClaimed = false;
    const commit = async () => {
      await claim(key);
      isClaimed = true;
    };
    try {
      const { status, detail } = await sender.send(emailOf(row), commit);
      if (isClaimed) await setEmailState(db, key, STATE_AFTER[status]);
      else if (status === 'refused') await transitionEmail(db, key, 'due', 'refused');
      if (status === 'unknown') throw unknownResult(key.id, detail);
      if (status !== 'accepted')
        throw new Error(`The e-mail of notification ${key.id} was ${status}: ${detail}`);
    } finally {
      if (isClaimed) sending.delete(key.id);
    }
  };

  const expiryLimit = () => new Date(clock.now().getTime() - EXPIRY_MS);

  return {
    /** Expires old e-mails; throws if there were any, so that the job is reported as failed. */
    expire: async (): Promise<void> => {
      const count = await expireEmails(db, expiryLimit());
      if (count > 0)
        throw new Error(
          `${count} e-mails expired: the mail server did not accept them for ${EXPIRY_DAYS} days`,
        );
    },

    /** Sends an e-mail at most once; throws if it was not sent, so that the job is retried. */
    send: async (key: EmailKey): Promise<void> => {
      if (!emails || sending.has(key.id)) return;
      if (await transitionEmail(db, key, 'sending', 'unknown'))
        throw unknownResult(key.id, 'the process that sent it ended before the result was recorded');
      const since = await dueSince(db, key);
      if (!since) return;
      if (since < expiryLimit()) {
        await transitionEmail(db, key, 'due', 'expired');
        throw new Error(
          `The e-mail of notification ${key.id} expired: the mail server did not accept it for ${EXPIRY_DAYS} days`,
        );
      }
      const row = await findEmail(db, key);
      if (row) await sendEmail(key, row, emails);
      else await transitionEmail(db, key, 'due', 'dropped');
    },
  };
};

/** Service that sends the e-mails of notifications. */
export type EmailsService = ReturnType<typeof createEmailsService>;
