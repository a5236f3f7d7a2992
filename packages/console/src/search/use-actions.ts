import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  FilePlus,
  FolderPlus,
  GitPullRequest,
  Globe,
  History,
  House,
  Inbox,
  Keyboard,
  Link2,
  ListTodo,
  MessageCircleQuestionMark,
  Plus,
  SunMoon,
  Trash2,
  UserRound,
} from 'lucide-react';
import { read } from '../api/queries.ts';
import { readChangeRequest } from '../change-requests/queries.ts';
import { settingsFor } from '../settings/navigation.ts';
import { toggleTheme } from '../shell/color-theme.ts';
import { useInsertPage } from '../spaces/tree/use-insert-page.ts';
import { usePageChanges } from '../spaces/tree/use-page-changes.ts';
import type { Action } from './actions.ts';

/** The dialogs that actions open. */
export type ActionDialog = 'help' | 'space' | 'collection';

/** The actions that the user may do on this screen. */
export const useActions = (
  organizationId: string,
  openDialog: (dialog: ActionDialog) => void,
): readonly Action[] => {
  const navigate = useNavigate();
  const { spaceId = '', changeRequestId } = useParams({ strict: false });
  const { data: organization } = useQuery({
    ...read('/orgs/{organizationId}', { params: { organizationId } }),
    enabled: organizationId !== '',
  });
  const { data: user } = useQuery(read('/user'));
  const { data: space } = useQuery({
    ...read('/spaces/{spaceId}', { params: { spaceId } }),
    enabled: spaceId !== '',
  });
  const { data: request } = useQuery({
    ...readChangeRequest({ spaceId, changeRequestId: changeRequestId ?? '' }),
    enabled: changeRequestId !== undefined,
  });
  const mayInsert =
    changeRequestId === undefined
      ? space?.permissions.edit && space.editMode === 'live'
      : request?.permissions?.edit && (request.status === 'draft' || request.status === 'open');
  const place = { spaceId, changeRequestId };
  const insert = useInsertPage(place, usePageChanges(place));
  const params = { spaceId };
  return [
    ...(mayInsert
      ? [{ id: 'new-page', title: 'New page', words: 'create', icon: FilePlus, run: () => void insert(null) }]
      : []),
    ...(organization?.permissions.createContent
      ? [
          {
            id: 'new-space',
            title: 'New space…',
            words: 'create import',
            icon: Plus,
            run: () => openDialog('space'),
          },
          {
            id: 'new-collection',
            title: 'New collection…',
            words: 'create folder',
            icon: FolderPlus,
            run: () => openDialog('collection'),
          },
        ]
      : []),
    ...(space
      ? [
          {
            id: 'changes',
            title: `Changes of ${space.title}`,
            words: 'go change requests',
            icon: GitPullRequest,
            keys: 'g c',
            run: () => void navigate({ to: '/s/$spaceId/~/changes', params, search: {} }),
          },
          {
            id: 'history',
            title: `History of ${space.title}`,
            words: 'go revisions',
            icon: History,
            keys: 'g r',
            run: () => void navigate({ to: '/s/$spaceId/~/revisions', params, search: {} }),
          },
          {
            id: 'broken-links',
            title: `Broken links of ${space.title}`,
            words: 'go check dead',
            icon: Link2,
            run: () => void navigate({ to: '/s/$spaceId/~/links', params }),
          },
        ]
      : []),
    {
      id: 'home',
      title: 'Home',
      words: 'go',
      icon: House,
      keys: 'g h',
      run: () => void navigate({ to: '/o/$organizationId', params: { organizationId } }),
    },
    ...(organization?.permissions.listMembers
      ? [
          {
            id: 'sites',
            title: 'Sites',
            words: 'go publish domain customization',
            icon: Globe,
            run: () =>
              void navigate({ to: '/o/$organizationId/sites', params: { organizationId }, search: {} }),
          },
        ]
      : []),
    {
      id: 'tasks',
      title: 'Tasks',
      words: 'go backlog agent change',
      icon: ListTodo,
      run: () => void navigate({ to: '/o/$organizationId/~/tasks', params: { organizationId }, search: {} }),
    },
    {
      id: 'ask',
      title: 'Ask a question',
      words: 'answer',
      icon: MessageCircleQuestionMark,
      run: () => void navigate({ to: '/o/$organizationId/~/ask', params: { organizationId }, search: {} }),
    },
    {
      id: 'inbox',
      title: 'Inbox',
      words: 'go notifications',
      icon: Inbox,
      keys: 'g i',
      run: () => void navigate({ to: '/inbox' }),
    },
    ...(organization?.permissions.createContent
      ? [
          {
            id: 'trash',
            title: 'Trash',
            words: 'go deleted restore',
            icon: Trash2,
            run: () => void navigate({ to: '/o/$organizationId/~/trash', params: { organizationId } }),
          },
        ]
      : []),
    ...(organization && user
      ? settingsFor({ ...organization.permissions, ...user.permissions })
      : []
    ).flatMap(({ links }) =>
      links.map(({ to, label, icon }) => ({
        id: to,
        title: `Settings: ${label}`,
        words: 'go organization',
        icon,
        run: () => void navigate({ to, params: { organizationId } }),
      })),
    ),
    {
      id: 'account',
      title: 'Account settings',
      words: 'go profile tokens sign out',
      icon: UserRound,
      run: () => window.location.assign('/account'),
    },
    {
      id: 'theme',
      title: 'Switch between light and dark',
      words: 'theme toggle mode',
      icon: SunMoon,
      run: toggleTheme,
    },
    {
      id: 'help',
      title: 'Keyboard shortcuts',
      words: 'help keys',
      icon: Keyboard,
      keys: '?',
      run: () => openDialog('help'),
    },
  ];
};
