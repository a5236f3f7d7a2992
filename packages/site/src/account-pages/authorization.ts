import { type Child, h } from '../html/html.ts';
import { type AccountPageLayout, accountPage, type FormToken, hidden, postForm, submit } from './layout.ts';

/** The request of a program for a token of the user. */
export interface AuthorizationModel extends Omit<AccountPageLayout, 'title'> {
  readonly formToken: FormToken | undefined;
  readonly action: string;
  /** The name that the program gives itself. */
  readonly program: string;
  readonly email: string;
  /** The host that the browser is sent to; undefined for a program on the user's computer. */
  readonly host: string | undefined;
  readonly mayWrite: boolean;
  /** Single scopes that the program asks for. */
  readonly scopes: readonly string[];
  /** The preset lifetime of the token. */
  readonly days: number;
  /** The request, which the form repeats. */
  readonly fields: Readonly<Record<string, string>>;
}

const LIFETIMES: readonly (readonly [number, string])[] = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
];

const select = (
  id: string,
  label: string,
  options: readonly (readonly [string, string])[],
  chosen: string,
): Child => [
  h('label', { for: id }, label),
  h(
    'select',
    { id, name: id, class: 'console-input' },
    options.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
  ),
];

const destination = ({ host }: AuthorizationModel): Child =>
  host === undefined
    ? 'It runs on this computer. The name is the one that it gave itself. Continue only if you have just started it.'
    : [
        'Your browser will be sent to ',
        h('strong', null, host),
        '. The name is the one that it gave itself. Continue only if you trust this host.',
      ];

const access = ({ mayWrite, scopes }: AuthorizationModel): Child => {
  if (scopes.length > 0)
    return h('p', null, 'It asks for these scopes: ', h('code', null, scopes.join(' ')), '.');
  return mayWrite
    ? select(
        'access',
        'Access',
        [
          ['write', 'Read and change everything that you can'],
          ['read', 'Only read everything that you can'],
        ],
        'write',
      )
    : h('p', null, 'It asks to read what you can read, and to change nothing.');
};

/** The page on which a user authorizes a program. */
export const renderAuthorization = (model: AuthorizationModel): string =>
  accountPage(
    { ...model, title: 'Authorize a program' },
    { size: 'small' },
    h(
      'p',
      null,
      h('strong', null, model.program),
      ' asks for access to Lectern as ',
      h('strong', null, model.email),
      '.',
    ),
    h('p', null, destination(model)),
    postForm(
      { action: model.action, formToken: model.formToken, label: 'Authorize' },
      Object.entries(model.fields).map(([name, value]) => hidden(name, value)),
      access(model),
      select(
        'days',
        'Access ends after',
        LIFETIMES.map(([days, text]) => [String(days), text] as const),
        String(model.days),
      ),
      h(
        'div',
        { class: 'console-buttons' },
        submit('Authorize', 'primary', { name: 'decision', value: 'allow' }),
        submit('Cancel', 'secondary', { name: 'decision', value: 'deny' }),
      ),
    ),
    h('small', null, 'You can end the access at any time among the API tokens of your account.'),
  );
