import { isDeepStrictEqual } from 'node:util';
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

const isOn = ({ pdf, git, pageActions }: Omit<Switches, 'ai'>) => ({
  externalAI: pageActions.externalAI,
  markdown: pageActions.markdown,
  mcp: pageActions.mcp,
  pdf: pdf.enabled,
  git: git.showEditLink,
});

/** Applies the actions that a client sent: its switches if it changed one, and otherwise its list. */
export const withPageActions = (
  before: Customization,
  { pdf = before.pdf, git = before.git, pageActions, ai }: CustomizationInput,
): Omit<Switches, 'ai'> => {
  const items = pageActions.items && [...new Set(pageActions.items)];
  const wanted = {
    pdf,
    git,
    ai,
    pageActions: { ...before.pageActions, ...pageActions, ...(items && { items }) },
  };
  if (items && isDeepStrictEqual(isOn(wanted), isOn(before)))
    return {
      pdf: { enabled: items.includes('pdf') },
      git: { showEditLink: items.includes('git') },
      pageActions: {
        externalAI: items.includes('external-ai'),
        markdown: items.includes('markdown'),
        mcp: items.includes('mcp'),
        items,
      },
    };
  return { pdf, git, pageActions: { ...wanted.pageActions, items: pageActionItems(wanted) } };
};
