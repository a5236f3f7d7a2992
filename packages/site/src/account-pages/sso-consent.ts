import { type Child, h } from '../html/html.ts';
import { type AccountPageLayout, accountPage, type FormToken, hidden, postForm, submit } from './layout.ts';
import type { SsoProviderName } from './sign-in.ts';

/** The request of an organization to sign in an existing account. */
const consentRequest = (organization: string, providers: readonly string[]): Child =>
  h(
    'p',
    null,
    h('strong', null, organization),
    ' asks to sign you in through ',
    h('strong', null, providers.join(', ')),
    '.',
  );

/** The page after sign-in through an identity provider to which the owner of the account has not consented yet. */
export const renderConsentRequired = (
  model: Omit<AccountPageLayout, 'title'> & {
    readonly email: string;
    readonly by: SsoProviderName;
    /** The path of the consent page. */
    readonly path: string;
    readonly byEmail: boolean;
  },
): string =>
  accountPage(
    { ...model, title: 'Confirm single sign-on' },
    { size: 'small' },
    consentRequest(model.by.organization, [model.by.provider]),
    h(
      'p',
      null,
      'An account for ',
      h('strong', null, model.email),
      model.byEmail
        ? ' already exists. If it is yours, open the link that we send to this address to verify that you own it. Then agree, and use single sign-on from now on.'
        : ' already exists. If it is yours, sign in another way to verify that you own it. Then agree, and use single sign-on from now on.',
    ),
    model.byEmail
      ? postForm(
          { action: '/login', label: 'Verify your e-mail address' },
          hidden('email', model.email),
          hidden('to', model.path),
          submit('Send verification link'),
        )
      : h(
          'p',
          null,
          'This server does not send e-mail. Its operator can create a sign-in link: ',
          h('code', null, `npx lectern user sign-in --email ${model.email}`),
          '.',
        ),
    h('p', null, h('a', { class: 'button button-secondary', href: model.path }, 'Sign in and agree')),
  );

/** The page on which a signed-in user consents to single sign-on of an organization. */
export const renderConsent = (
  model: Omit<AccountPageLayout, 'title'> & {
    readonly formToken: FormToken | undefined;
    readonly email: string;
    readonly organization: string;
    readonly providers: readonly string[];
    readonly path: string;
  },
): string =>
  accountPage(
    { ...model, title: 'Single sign-on' },
    { size: 'small' },
    consentRequest(model.organization, model.providers),
    h(
      'p',
      null,
      'If you agree, the administrators of this identity provider control who can sign in as ',
      h('strong', null, model.email),
      '. They can also change the name and the e-mail address of this account, and disable it. Agree only if you expected this request.',
    ),
    postForm({ action: model.path, formToken: model.formToken, label: 'Agree' }, submit('Agree')),
    h('p', null, h('a', { class: 'button button-secondary', href: '/account' }, 'Not now')),
  );
