import { type Child, h } from '../html/html.ts';
import { type ConsoleLayout, consolePage, type FormToken, hidden, postForm, submit } from './frame.ts';
import type { SsoProviderName } from './sign-in.ts';

/** What an organization wants of somebody whose account was there before. */
const wish = (organization: string, providers: readonly string[]): Child =>
  h(
    'p',
    null,
    h('strong', null, organization),
    ' wants to sign you in through ',
    h('strong', null, providers.join(', ')),
    '.',
  );

/** The page that an identity provider's sign-in ends on while whoever owns the account has not agreed to it. */
export const renderConsentRequired = (
  model: Omit<ConsoleLayout, 'title'> & {
    readonly email: string;
    readonly by: SsoProviderName;
    /** Where they agree, once they are signed in. */
    readonly path: string;
    readonly byEmail: boolean;
  },
): string =>
  consolePage(
    { ...model, title: 'Agree first' },
    { size: 'small' },
    wish(model.by.organization, [model.by.provider]),
    h(
      'p',
      null,
      'There was an account for ',
      h('strong', null, model.email),
      model.byEmail
        ? ' before. If it is yours, open the link that is sent to this address: it proves, once, that the address is yours. Then agree; after that you sign in this way.'
        : ' before. If it is yours, prove that once by signing in in another way. Then agree; after that you sign in this way.',
    ),
    model.byEmail
      ? postForm(
          { action: '/login', label: 'Prove that the address is yours' },
          hidden('email', model.email),
          hidden('to', model.path),
          submit('Send a link to this address'),
        )
      : h(
          'p',
          null,
          'This server sends no e-mail; whoever runs it can make a link that signs you in: ',
          h('code', null, `npx lectern user sign-in --email ${model.email}`),
          '.',
        ),
    h('p', null, h('a', { class: 'button button-secondary', href: model.path }, 'Sign in and agree')),
  );

/** The page on which somebody who is signed in agrees that an organization signs them in from now on. */
export const renderConsent = (
  model: Omit<ConsoleLayout, 'title'> & {
    readonly formToken: FormToken | undefined;
    readonly email: string;
    readonly organization: string;
    readonly providers: readonly string[];
    readonly path: string;
  },
): string =>
  consolePage(
    { ...model, title: 'Single sign-on' },
    { size: 'small' },
    wish(model.organization, model.providers),
    h(
      'p',
      null,
      'If you agree, whoever runs it decides who signs in as ',
      h('strong', null, model.email),
      ', and can change the name and the address of this account and turn it off. Agree only if you expected this.',
    ),
    postForm({ action: model.path, formToken: model.formToken, label: 'Agree' }, submit('Agree')),
    h('p', null, h('a', { class: 'button button-secondary', href: '/account' }, 'Not now')),
  );
