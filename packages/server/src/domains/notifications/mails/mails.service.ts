import type { DeliveryResult, EmailSender } from '../../../kernel/email.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { appPathOf, type Kind } from '../notifications.policy.ts';
import { toLetter } from './mails.policy.ts';
import {
  dueSince,
  expireMails,
  findMail,
  type MailKey,
  type MailRow,
  type MailState,
  moveMail,
  setMailState,
} from './mails.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'links' | 'metrics' | 'emails'>;

/** The job that sends the mail about one notification. */
export const SEND_MAIL = 'notifications.send-mail';

/** After how many days a mail is no news any more: whoever has not got it by then reads it in the app. */
export const EXPIRY_DAYS = 3;
const EXPIRY_MS = EXPIRY_DAYS * 24 * 60 * 60 * 1000;

// Only what the mail server has certainly not taken is tried again.
const STATE_AFTER: Readonly<Record<DeliveryResult['status'], MailState>> = {
  accepted: 'sent',
  deferred: 'due',
  refused: 'refused',
  unknown: 'unknown',
};

/** The mails about notifications. */
export const createMailsService = ({ db, clock, links, metrics, emails }: Dependencies) => {
  const letterOf = (row: MailRow) =>
    toLetter({
      id: row.id,
      kind: row.kind as Kind,
      verdict: row.verdict,
      actorName: row.actor?.display_name ?? 'Somebody',
      spaceTitle: row.space_title,
      changeRequest:
        row.change_request_number === null
          ? undefined
          : { number: row.change_request_number, subject: row.change_request_subject ?? '' },
      excerpt: row.excerpt ?? '',
      to: { name: row.display_name, address: row.email },
      url: links.appUrl(appPathOf(row)),
      settingsUrl: links.appUrl('/settings/notifications'),
    });

  // A job that another one of this process overtakes finds nothing to doubt.
  const underWay = new Set<string>();

  /** What was handed over by a process that is gone: nobody knows whether it arrived. */
  const doubt = (what: string, detail: string): Error => {
    metrics.unconfirmedEmails.inc();
    return new Error(`The mail about notification ${what} is unknown: ${detail}`);
  };

  /** Takes a mail that is due for this process and no other. */
  const take = async (key: MailKey): Promise<void> => {
    if (!(await moveMail(db, key, 'due', 'sending'))) throw new Error('Another process has taken it');
    underWay.add(key.id);
  };

  const handOver = async (key: MailKey, row: MailRow, by: EmailSender): Promise<void> => {
    // Others may be at the same mail: what became of it is for the one to tell who took it.
    let isOurs = false;
    const commit = async () => {
      await take(key);
      isOurs = true;
    };
    try {
      const { status, detail } = await by.send(letterOf(row), commit);
      if (isOurs) await setMailState(db, key, STATE_AFTER[status]);
      else if (status === 'refused') await moveMail(db, key, 'due', 'refused');
      if (status === 'unknown') throw doubt(key.id, detail);
      if (status !== 'accepted')
        throw new Error(`The mail about notification ${key.id} is ${status}: ${detail}`);
    } finally {
      if (isOurs) underWay.delete(key.id);
    }
  };

  const oldest = () => new Date(clock.now().getTime() - EXPIRY_MS);

  return {
    /** Gives up what is too old and no attempt is left for; throws when there was some, so that it is told. */
    expire: async (): Promise<void> => {
      const count = await expireMails(db, oldest());
      if (count > 0) throw new Error(`${count} mails are expired: nobody took them for ${EXPIRY_DAYS} days`);
    },

    /** Sends a mail at most once; throws when it did not go out, so that the failure is told and, if it can be, mended. */
    send: async (key: MailKey): Promise<void> => {
      if (!emails || underWay.has(key.id)) return;
      if (await moveMail(db, key, 'sending', 'unknown'))
        throw doubt(key.id, 'whoever sent it was gone before the answer was noted');
      const since = await dueSince(db, key);
      if (!since) return;
      if (since < oldest()) {
        await moveMail(db, key, 'due', 'expired');
        throw new Error(`The mail about notification ${key.id} is expired: nobody took it for days`);
      }
      const row = await findMail(db, key);
      if (row) await handOver(key, row, emails);
      else await moveMail(db, key, 'due', 'dropped');
    },
  };
};

/** The mails about notifications. */
export type MailsService = ReturnType<typeof createMailsService>;
