import { type Child, h } from '../html/html.ts';
import { type AccountPageLayout, accountPage } from './layout.ts';

/** Something that an identity provider answered. */
export interface ProviderStatement {
  readonly name: string;
  readonly value: string;
  /** The value that is accepted, if there is only one. */
  readonly expected?: string;
}

/** The model of the result of a test of an identity provider. */
export interface SignInTestModel extends Pick<AccountPageLayout, 'styles'> {
  /** The label of the identity provider. */
  readonly provider: string;
  readonly person?: { readonly email: string; readonly displayName: string | undefined } | undefined;
  /** Why the sign-in would fail. */
  readonly problem?: string | undefined;
  readonly detail?: string | undefined;
  readonly statements: readonly ProviderStatement[];
  /** The URL of the settings of the provider. */
  readonly settings: string;
  /** The URL that starts another test. */
  readonly again: string;
}

const row = ({ name, value, expected }: ProviderStatement): Child => {
  const isWrong = expected !== undefined && expected !== value;
  return h(
    'tr',
    null,
    h('td', { 'data-label': 'Field' }, name),
    h(
      'td',
      { 'data-label': 'Answer' },
      h('code', null, value === '' ? '(empty)' : value),
      isWrong && [h('br', null), h('strong', null, 'Expected '), h('code', null, expected)],
    ),
  );
};

/** The page with the result of a test: what the provider answered, and what is wrong with it. */
export const renderSignInTest = (model: SignInTestModel): string =>
  accountPage(
    {
      styles: model.styles,
      title: model.problem === undefined ? 'The sign-in works' : 'The sign-in does not work yet',
      notice:
        model.problem === undefined
          ? {
              kind: 'success',
              text: `${model.person?.displayName ? `${model.person.displayName}, ` : ''}${model.person?.email} can sign in through ${model.provider}.`,
            }
          : { kind: 'danger', text: model.problem },
    },
    { size: 'large' },
    model.detail && h('p', null, 'The answer in detail: ', h('code', null, model.detail)),
    h(
      'p',
      null,
      'This was only a test: you are still signed in as before, and no account was created or changed.',
    ),
    model.statements.length > 0 && [
      h('h2', null, `What ${model.provider} answered`),
      h(
        'div',
        { class: 'console-table' },
        h(
          'table',
          null,
          h('thead', null, h('tr', null, h('th', null, 'Field'), h('th', null, 'Answer'))),
          h('tbody', null, model.statements.map(row)),
        ),
      ),
    ],
    h(
      'p',
      { class: 'console-buttons' },
      h('a', { class: 'button', href: model.again }, 'Test again'),
      h('a', { class: 'button button-secondary', href: model.settings }, 'Settings of the provider'),
    ),
  );
