import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { Blocks, Braces, FileText, Recycle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { emojiOf } from '../../../../site/src/document/data.ts';
import { read } from '../../api/queries.ts';
import { readReusableContents, readVariables } from '../../pages/content-place.ts';
import { Avatar } from '../../primitives/avatar.tsx';
import { type GroupedOption, Options } from '../../primitives/option-list.tsx';
import { insertInline } from '../inline/inline-nodes.ts';
import { pageChoices } from '../inline/link-targets.ts';
import { integrationBlockOf, readIntegrationBlocks } from '../integration-blocks/available-blocks.ts';
import { includeOf } from '../settings/reusable-blocks.ts';
import { useEditorTools } from '../tools.ts';
import { findChoices, matchesWords } from './find-choices.ts';
import { insertChoice } from './insert-choice.ts';
import styles from './menus.module.css';
import { queryIn, type SuggestQuery } from './suggest-query.ts';
import type { SuggestTrigger } from './suggest-trigger.ts';

interface Suggestion extends GroupedOption {
  readonly take: (editor: Editor, query: SuggestQuery) => void;
}

const CLASSES = { group: styles.group!, item: styles.item! };

const LABELS = { '/': 'Blocks', '@': 'People and pages', ':': 'Emoji' } as const;

const blockSuggestions = (text: string): readonly Suggestion[] =>
  findChoices(text).map((choice) => ({
    id: choice.id,
    // Found choices are in the order of how well they match.
    ...(text.trim() === '' && { group: choice.group }),
    content: (
      <>
        <choice.icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {choice.title}
      </>
    ),
    take: (editor, query) => insertChoice(editor, query, choice),
  }));

const MIN_LENGTH = 2;
const MAX_SHARED = 12;

/** The variables and reusable contents that words after a slash can mean. */
const useSharedContent = (text: string | undefined): readonly Suggestion[] => {
  const { place } = useEditorTools();
  const enabled = text !== undefined && text.trim().length >= MIN_LENGTH;
  const { data: variables = [] } = useQuery({ ...readVariables(place), enabled });
  const { data: contents = [] } = useQuery({ ...readReusableContents(place), enabled });
  if (!enabled) return [];
  return [
    ...variables
      .filter(({ name }) => matchesWords(`variable ${name} ${name.replaceAll('_', ' ')}`, text))
      .map(
        ({ name, value }): Suggestion => ({
          id: `variable ${name}`,
          group: 'Variables',
          content: (
            <>
              <Braces size={16} strokeWidth={1.75} aria-hidden="true" />
              {name}
              <span className={styles.detail}>{String(value)}</span>
            </>
          ),
          take: (editor, query) =>
            insertInline(editor, query, 'expression', { expression: `space.vars.${name}` }),
        }),
      ),
    ...contents
      .filter(({ title }) => matchesWords(`reusable content ${title}`, text))
      .map(
        ({ id, title }): Suggestion => ({
          id,
          group: 'Reusable content',
          content: (
            <>
              <Recycle size={16} strokeWidth={1.75} aria-hidden="true" />
              {title}
            </>
          ),
          take: (editor, query) => insertChoice(editor, query, { block: () => includeOf(id) }),
        }),
      ),
  ].slice(0, MAX_SHARED);
};

/** The blocks of integrations that are installed in the space. */
const useIntegrationBlocks = (text: string | undefined): readonly Suggestion[] => {
  const { place } = useEditorTools();
  const { data = [] } = useQuery({ ...readIntegrationBlocks(place.spaceId), enabled: text !== undefined });
  if (text === undefined) return [];
  return data.flatMap(({ name, blocks }) =>
    blocks
      .filter(({ title, description = '' }) =>
        matchesWords(`integration ${title} ${description} ${name}`, text),
      )
      .map(
        ({ id, title, description }): Suggestion => ({
          id: `${name}/${id}`,
          group: 'Integrations',
          content: (
            <>
              <Blocks size={16} strokeWidth={1.75} aria-hidden="true" />
              {title}
              {description && <span className={styles.detail}>{description}</span>}
            </>
          ),
          take: (editor, query) => insertChoice(editor, query, { block: () => integrationBlockOf(name, id) }),
        }),
      ),
  );
};

/** The emoji that a name can mean; their data come with the first colon. */
const useEmoji = (text: string | undefined): readonly Suggestion[] => {
  const { data } = useQuery({
    queryKey: ['emoji'],
    queryFn: () => import('../inline/emoji.ts'),
    enabled: text !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (text === undefined || !data) return [];
  return data.findEmoji(text).map(({ code, emoji, name }) => ({
    id: code,
    content: (
      <>
        <span aria-hidden="true">{emoji}</span>
        {name.replaceAll('_', ' ')}
      </>
    ),
    take: (editor, query) => insertInline(editor, query, 'emoji', { code }),
  }));
};

/** The people and pages that a mention can name. */
const useMentions = (text: string | undefined): readonly Suggestion[] => {
  const { organizationId, pages } = useEditorTools();
  const { data } = useQuery({
    ...read('/orgs/{organizationId}/members', {
      params: { organizationId },
      query: { limit: 5, ...(text?.trim() && { search: text.trim() }) },
    }),
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
  });
  if (text === undefined) return [];
  const people = (data?.items ?? []).map(
    ({ id, user }): Suggestion => ({
      id,
      content: (
        <>
          <Avatar name={user.displayName} photo={user.photoURL} />
          {user.displayName}
        </>
      ),
      take: (editor, query) =>
        insertInline(editor, query, 'mention', { ref: { kind: 'user', user: id }, label: user.displayName }),
    }),
  );
  const found = pageChoices(pages, text, 5).map(
    ({ id, title, emoji, ref }): Suggestion => ({
      id,
      content: (
        <>
          {emoji ? (
            <span aria-hidden="true">{emojiOf(emoji)}</span>
          ) : (
            <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
          )}
          {title}
        </>
      ),
      take: (editor, query) => insertInline(editor, query, 'mention', { ref, label: title }),
    }),
  );
  return [...people, ...found];
};

/** A menu at the cursor: blocks after a slash, people and pages after an at sign, emoji after a colon. */
export const SuggestMenu = ({
  editor,
  trigger,
}: {
  readonly editor: Editor;
  readonly trigger: SuggestTrigger;
}) => {
  const [query, setQuery] = useState<SuggestQuery>();
  const [dismissed, setDismissed] = useState<number>();
  const [active, setActive] = useState(0);
  useEffect(() => {
    const update = () => {
      const found = editor.isFocused ? queryIn(editor.state) : undefined;
      setQuery((before) => (before?.text === found?.text && before?.from === found?.from ? before : found));
      if (!found) setDismissed(undefined);
    };
    // It is loaded after the first sign was typed.
    update();
    editor.on('transaction', update).on('blur', update).on('focus', update);
    return () => void editor.off('transaction', update).off('blur', update).off('focus', update);
  }, [editor]);
  const shown = query && query.from !== dismissed ? query : undefined;
  const mentions = useMentions(shown?.trigger === '@' ? shown.text : undefined);
  const emoji = useEmoji(shown?.trigger === ':' ? shown.text : undefined);
  const shared = useSharedContent(shown?.trigger === '/' ? shown.text : undefined);
  const integrations = useIntegrationBlocks(shown?.trigger === '/' ? shown.text : undefined);
  const suggestions = !shown
    ? []
    : shown.trigger === '/'
      ? [...blockSuggestions(shown.text), ...integrations, ...shared]
      : shown.trigger === ':'
        ? emoji
        : mentions;
  const isOpen = suggestions.length > 0;
  const index = Math.min(active, suggestions.length - 1);
  const take = (suggestion: Suggestion) => {
    if (!query) return;
    setActive(0);
    suggestion.take(editor, query);
  };
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): boolean => {
      if (key === 'ArrowDown') setActive((index + 1) % suggestions.length);
      else if (key === 'ArrowUp') setActive((index + suggestions.length - 1) % suggestions.length);
      else if (key === 'Enter' || key === 'Tab') take(suggestions[index]!);
      else if (key === 'Escape') setDismissed(query?.from);
      else return false;
      return true;
    };
    trigger.listen(isOpen ? onKey : undefined);
    return () => trigger.listen(undefined);
  });
  if (!isOpen || !shown) return null;
  const { left, top, bottom } = editor.view.coordsAtPos(shown.from);
  // Above the line where there is no room below it.
  const isAbove = bottom + 330 > window.innerHeight && top > 330;
  const place = isAbove ? { bottom: window.innerHeight - top + 6 } : { top: bottom + 6 };
  return (
    <div
      className={styles.popup}
      style={{ left: Math.max(8, Math.min(left, window.innerWidth - 272)), ...place }}
      role="listbox"
      aria-label={LABELS[shown.trigger]}
    >
      <Options items={suggestions} active={index} onActive={setActive} onTake={take} classes={CLASSES} />
    </div>
  );
};
