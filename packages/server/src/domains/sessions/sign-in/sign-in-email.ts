import { renderLinkEmail } from '@lectern/site';
import type { Email } from '../../../kernel/email.ts';

/** The data of a sign-in e-mail. */
export interface SignInEmailData {
  readonly id: string;
  readonly to: Email['to'];
  /** A sign-in link, or the sign-in page where an organization requires another method. */
  readonly link: {
    readonly kind: 'sign-in-link' | 'single-sign-on' | 'other-method';
    readonly url: string;
    /** Why there is no sign-in link. */
    readonly reason?: string;
  };
  readonly settingsUrl: string;
}

const TEXTS = {
  'sign-in-link': {
    before: 'Use this link to sign in. It can be used once and expires in 15 minutes:',
    after: 'If you did not request this e-mail, you can ignore it. Do not share the link.',
  },
  'single-sign-on': {
    before: 'Your organization requires single sign-on. Sign in here:',
    after: 'If you did not request this e-mail, you can ignore it.',
  },
  'other-method': {
    before: 'Sign in here:',
    after: 'If you did not request this e-mail, you can ignore it.',
  },
} as const;

/** Builds the e-mail that a user requests on the sign-in page. */
export const signInEmail = ({ id, to, link, settingsUrl }: SignInEmailData): Email => {
  const { before, after } = TEXTS[link.kind];
  return {
    id: `sign-in.${id}`,
    to,
    subject: 'Sign in to Lectern',
    settingsUrl,
    ...renderLinkEmail(link.reason ? `${link.reason} ${before}` : before, link.url, after),
  };
};
