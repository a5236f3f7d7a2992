import type { Kernel } from '../../../kernel/kernel.ts';
import type { Delivery, Mail } from '../../../kernel/mail.ts';
import { appPathOf, type Kind } from '../notifications.policy.ts';
import { toLetter } from './mails.policy.ts';
import {
  findMail,
  lockDueMail,
  type MailKey,
  type MailRow,
  type MailState,
  setMailState,
} from './mails.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'links'> & { readonly mail: Mail | undefined };

/** The job that sends the mail about one notification. */
export const SEND_MAIL = 'notifications.send-mail';

// Only what the mail server has certainly not taken is tried again.
const STATE_AFTER: Readonly<Record<Delivery['fate'], MailState>> = {
  accepted: 'sent',
  deferred: 'due',
  refused: 'refused',
  unknown: 'unknown',
};

/** The mails about notifications. */
export const createMailsService = ({ db, transaction, links, mail }: Dependencies) => {
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
      excerpt: row.excerpt,
      to: { name: row.display_name, address: row.email },
      url: links.app(appPathOf(row)),
      settingsUrl: links.app('/settings/notifications'),
    });

  /** Takes a mail for this process and no other; what is not wanted any more is dropped. */
  const claim = (key: MailKey): Promise<MailRow | undefined> =>
    transaction(async (tx) => {
      if (!(await lockDueMail(tx, key))) return undefined;
      const row = await findMail(tx, key);
      await setMailState(tx, key, row ? 'sending' : 'dropped');
      return row;
    });

  return {
    claim,

    /** Sends a mail at most once; throws when it did not go out, so that the failure is told and, if it can be, mended. */
    send: async (key: MailKey): Promise<void> => {
      if (!mail) return;
      const row = await claim(key);
      if (!row) return;
      const { fate, detail } = await mail.send(letterOf(row));
      await setMailState(db, key, STATE_AFTER[fate]);
      if (fate !== 'accepted') throw new Error(`The mail about notification ${key.id} is ${fate}: ${detail}`);
    },
  };
};

/** The mails about notifications. */
export type MailsService = ReturnType<typeof createMailsService>;
