import type { Screen } from './screen.ts';
import { all, click, heading, home, press, text, unfold } from './steps.ts';

/** The home of an organization, and what is opened from it. */
export const HOME_SCREENS: readonly Screen[] = [
  {
    name: 'organizations',
    path: () => '/organizations',
    ready: all(heading('Organizations'), (page) =>
      page.getByRole('textbox', { name: 'Name of the organization' }).waitFor(),
    ),
  },
  { name: 'tokens', path: () => '/tokens', ready: heading('API tokens') },
  {
    name: 'new-token',
    path: () => '/tokens',
    ready: all(
      heading('API tokens'),
      click('button', 'New token'),
      click('radio', /^Chosen scopes/),
      (page) => page.getByRole('checkbox', { name: 'space:read' }).waitFor(),
    ),
  },
  {
    name: 'home-menu',
    path: home,
    ready: all(
      heading('Home'),
      unfold,
      async (page) => page.getByRole('treeitem', { name: 'Handbook' }).focus(),
      press('Shift+F10'),
      (page) => page.getByRole('menuitem', { name: 'Duplicate' }).waitFor(),
    ),
  },
  {
    name: 'new-space',
    path: home,
    ready: all(
      heading('Home'),
      unfold,
      click('button', 'New space or collection'),
      click('menuitem', 'New space…'),
      click('radio', /^A git repository/),
      (page) => page.getByRole('textbox', { name: 'Branch' }).waitFor(),
    ),
  },
  {
    name: 'space-settings',
    path: (sample) => `/s/${sample.handbookId}`,
    ready: all(click('button', 'Actions on Handbook'), click('menuitem', 'Settings…'), (page) =>
      page.getByRole('dialog').waitFor(),
    ),
  },
  {
    name: 'move',
    path: (sample) => `/s/${sample.handbookId}`,
    ready: all(click('button', 'Actions on Handbook'), click('menuitem', 'Move to…'), (page) =>
      page.getByRole('radiogroup', { name: 'Destination' }).waitFor(),
    ),
  },
  { name: 'collection', path: ({ collectionId }) => `/c/${collectionId}`, ready: heading('Products') },
  { name: 'trash', path: (sample) => `${home(sample)}/~/trash`, ready: text('Old roadmap') },
  {
    name: 'ask',
    path: (sample) => `${home(sample)}/~/ask?q=travel%20expenses`,
    ready: all(heading('Ask'), (page) => page.getByRole('region', { name: 'Answer' }).waitFor()),
  },
  {
    name: 'tasks',
    path: (sample) => `${home(sample)}/~/tasks`,
    ready: all(heading('Tasks'), (page) => page.getByRole('list', { name: 'Tasks' }).waitFor()),
  },
  {
    name: 'new-task',
    path: (sample) => `${home(sample)}/~/tasks`,
    ready: all(heading('Tasks'), click('button', 'New task'), (page) =>
      page.getByRole('textbox', { name: 'Instructions' }).waitFor(),
    ),
  },
  {
    name: 'task',
    path: (sample) => `${home(sample)}/~/tasks/${sample.taskId}`,
    ready: all(heading(/^Explain how to install/), text('Change request')),
  },
  {
    name: 'person',
    path: (sample) => `${home(sample)}/~/people/${sample.personId}`,
    ready: text('Shared spaces'),
  },
  {
    name: 'share',
    path: (sample) => `/s/${sample.handbookId}`,
    ready: all(click('button', 'Actions on Handbook'), click('menuitem', 'Share…'), (page) =>
      page.getByRole('list', { name: 'Shared with' }).waitFor(),
    ),
  },
  {
    name: 'share-everybody',
    path: (sample) => `/c/${sample.collectionId}`,
    ready: all(
      click('button', 'Actions on Products'),
      click('menuitem', 'Share…'),
      async (page) => page.getByRole('tab', { name: 'Everybody with access' }).click(),
      (page) => page.getByRole('list', { name: 'Everybody with access' }).waitFor(),
    ),
  },
];
