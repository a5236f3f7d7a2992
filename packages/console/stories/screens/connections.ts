import type { Screen } from './screen.ts';
import { all, heading, home, space, text } from './steps.ts';

/** Git, specifications, integrations, translations and conversations, and what stands alone. */
export const CONNECTIONS_SCREENS: readonly Screen[] = [
  {
    name: 'git-connect',
    path: (sample) => `/s/${sample.handbookId}/~/git`,
    ready: text('Connect a repository'),
  },
  {
    name: 'git',
    path: (sample) => `${space(sample)}/~/git`,
    ready: all(heading('Git'), text('First synchronization'), (page) =>
      page.getByRole('button', { name: 'Check again' }).waitFor(),
    ),
  },
  {
    name: 'openapi',
    path: (sample) => `${home(sample)}/~/settings/openapi`,
    ready: text('petstore'),
  },
  {
    name: 'openapi-specification',
    path: (sample) => `${home(sample)}/openapi/petstore`,
    ready: all(heading('petstore'), text(/^line \d+, /)),
  },
  {
    name: 'integrations',
    path: (sample) => `${home(sample)}/~/settings/integrations`,
    ready: heading('Integrations'),
  },
  {
    name: 'webhooks',
    path: (sample) => `${home(sample)}/~/settings/webhooks`,
    ready: text('Tell the search engine'),
  },
  {
    name: 'translations',
    path: (sample) => `${home(sample)}/~/settings/translations`,
    ready: heading('Translations'),
  },
  {
    name: 'glossary',
    path: (sample) => `${home(sample)}/~/settings/translations/glossary`,
    ready: text('Änderungsantrag'),
  },
  {
    name: 'conversations',
    path: (sample) => `${home(sample)}/~/settings/conversations`,
    ready: heading('Conversations'),
  },
  { name: 'inbox', path: () => '/inbox', ready: heading('Inbox') },
  { name: 'not-found', path: () => '/s/nothing', ready: heading('Not found') },
];
