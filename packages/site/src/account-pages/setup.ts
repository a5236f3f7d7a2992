import { h } from '../html/html.ts';
import { type AccountPageLayout, accountPage, field, hidden, postForm } from './layout.ts';
import { newCredential } from './new-credential.ts';

/** The page that sets up a new server. */
export const renderSetup = (
  model: Omit<AccountPageLayout, 'title'> & {
    readonly secret: string;
    readonly minLength: number;
    /** What was entered before. */
    readonly values: {
      readonly displayName?: string | undefined;
      readonly email?: string | undefined;
      readonly organization?: string | undefined;
      readonly space?: string | undefined;
    };
  },
): string =>
  accountPage(
    { ...model, title: 'Set up Lectern' },
    { size: 'small' },
    h('p', null, 'This server is new. You become its first administrator.'),
    postForm(
      { action: '/setup', label: 'Set up Lectern' },
      hidden('token', model.secret),
      h('h2', null, 'Your organization'),
      field('Name of the organization', {
        id: 'organization',
        name: 'organization',
        value: model.values.organization,
        required: true,
        minlength: 2,
        maxlength: 255,
        autocomplete: 'organization',
      }),
      field(
        'Name of the first space',
        {
          id: 'space',
          name: 'space',
          value: model.values.space ?? 'Documentation',
          required: true,
          maxlength: 50,
        },
        'A space holds pages, such as a handbook or the documentation of a product.',
      ),
      h('h2', null, 'Your account'),
      field('Your name', {
        id: 'displayName',
        name: 'displayName',
        value: model.values.displayName,
        required: true,
        maxlength: 64,
        autocomplete: 'name',
      }),
      field('E-mail address', {
        id: 'email',
        name: 'email',
        type: 'email',
        value: model.values.email,
        required: true,
        maxlength: 254,
        autocomplete: 'username',
      }),
      newCredential({
        password: true,
        minLength: model.minLength,
        passkeyOptions: model.script === undefined ? undefined : '/setup/passkey/options',
        action: 'Set up',
      }),
    ),
  );
