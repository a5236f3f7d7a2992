import { Check } from '../../../primitives/check.tsx';
import { type PageAction, withAction } from '../draft.ts';
import type { GroupProps } from './group-props.ts';

const ACTIONS: Readonly<Record<PageAction, string>> = {
  markdown: 'Copy and show as Markdown',
  pdf: 'PDF of the page and of all pages',
  git: 'Edit in the git repository',
  'external-ai': 'Open in an AI assistant',
  mcp: 'Connect a program (MCP)',
  assistant: 'Ask the assistant',
};

/** What pages offer to readers. */
export const Pages = ({ settings, isOfSpace = false, change }: GroupProps) => {
  const { items } = settings.pageActions;
  return (
    <>
      {isOfSpace ? (
        <>
          <Check
            label={ACTIONS.pdf}
            isOn={settings.pdf.enabled}
            onChange={(enabled) => change('pdf', { enabled })}
          />
          <Check
            label={ACTIONS.git}
            isOn={settings.git.showEditLink}
            onChange={(showEditLink) => change('git', { showEditLink })}
          />
        </>
      ) : (
        Object.entries(ACTIONS).map(([action, name]) => (
          <Check
            key={action}
            label={name}
            isOn={items.includes(action as PageAction)}
            onChange={(isOn) =>
              change('pageActions', { items: withAction(items, action as PageAction, isOn) })
            }
          />
        ))
      )}
      <Check
        label="Ask readers whether a page was helpful"
        isOn={settings.feedback.enabled}
        onChange={(enabled) => change('feedback', { enabled })}
      />
      <Check
        label="Links to the previous and next page"
        isOn={settings.pagination.enabled}
        onChange={(enabled) => change('pagination', { enabled })}
      />
      <Check
        label="Open links to other sites in a new tab"
        isOn={settings.externalLinks.target === 'blank'}
        onChange={(isOn) => change('externalLinks', { target: isOn ? 'blank' : 'self' })}
      />
      <Check
        label="Name Lectern at the end of pages"
        isOn={settings.trademark.enabled}
        onChange={(enabled) => change('trademark', { enabled })}
      />
    </>
  );
};
