import type { Customization, CustomizationInput } from './customization.contract.ts';

type Action = Customization['pageActions']['items'][number];
type Switches = Pick<Customization, 'pdf' | 'git' | 'ai' | 'pageActions'>;

/** The switch of each action; in the order of the menu by default. */
const SWITCHES: Readonly<Record<Action, (settings: Switches) => boolean>> = {
  assistant: ({ ai, pageActions }) => pageActions.items?.includes('assistant') ?? ai.mode === 'assistant',
  markdown: ({ pageActions }) => pageActions.markdown,
  'external-ai': ({ pageActions }) => pageActions.externalAI,
  mcp: ({ pageActions }) => pageActions.mcp,
  git: ({ git }) => git.showEditLink,
  pdf: ({ pdf }) => pdf.enabled,
};

/** The actions that are switched on: first those of the stored list, in its order. */
export const pageActionItems = (settings: Switches): Action[] => {
  const all = Object.keys(SWITCHES) as Action[];
  // Settings that were stored by earlier versions have no list.
  const stored = settings.pageActions.items ?? [];
  return [...new Set([...stored, ...all])].filter((action) => SWITCHES[action](settings));
};

const isSame = (one: readonly Action[], other: readonly Action[]) =>
  one.length === other.length && one.every((action, at) => action === other[at]);

/** Applies the actions that a client sent: their list if it changed, and otherwise the switches. */
export const withPageActions = (
  before: Customization,
  { pdf = before.pdf, git = before.git, pageActions, ...input }: CustomizationInput,
): Pick<Customization, 'pdf' | 'git' | 'pageActions'> => {
  const { items, ...switches } = pageActions;
  const hasNewItems = items !== undefined && !isSame(items, before.pageActions.items);
  if (hasNewItems)
    return {
      pdf: { enabled: items.includes('pdf') },
      git: { showEditLink: items.includes('git') },
      pageActions: {
        externalAI: items.includes('external-ai'),
        markdown: items.includes('markdown'),
        mcp: items.includes('mcp'),
        items: [...new Set(items)],
      },
    };
  const changed = { pdf, git, ai: input.ai, pageActions: { ...before.pageActions, ...switches } };
  return {
    pdf,
    git,
    pageActions: { ...changed.pageActions, items: pageActionItems(changed) },
  };
};
