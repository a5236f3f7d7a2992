import type { ContentRef, Document } from '@lectern/document';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FileText, Globe, Hash } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { emojiOf } from '../../../../site/src/document/data.ts';
import { read } from '../../api/queries.ts';
import { readPageDocument } from '../../pages/content-place.ts';
import { useEditorTools } from '../tools.ts';
import { ComboList } from './combo-list.tsx';
import styles from './inline.module.css';
import { addressOf, headingChoices, type LinkChoice, pageChoices, refOfAddress } from './link-targets.ts';

interface Item {
  readonly id: string;
  readonly group: string;
  readonly content: ReactNode;
  readonly ref?: ContentRef;
  /** The page whose sections this opens. */
  readonly opens?: LinkChoice;
}

const MIN_LENGTH = 2;

const content = (
  icon: ReactNode,
  { title, detail, emoji }: Pick<LinkChoice, 'title' | 'detail' | 'emoji'>,
) => (
  <>
    {emoji ? <span aria-hidden="true">{emojiOf(emoji)}</span> : icon}
    <span className={styles.name}>{title}</span>
    <span className={styles.detail}>{detail}</span>
  </>
);

const EMPTY: Document = { object: 'document', data: {}, nodes: [] };
const ICON = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Finds what a link leads to: a page, a section of a page, or an address. */
export const LinkPicker = ({
  document,
  start = '',
  onTake,
}: {
  /** The document that the link is in, for its own sections. */
  readonly document?: Document | undefined;
  readonly start?: string;
  readonly onTake: (ref: ContentRef) => void;
}) => {
  const { pages, place, organizationId } = useEditorTools();
  const { spaceId } = place;
  const [text, setText] = useState(start);
  const [inside, setInside] = useState<LinkChoice>();
  const page = inside?.ref.kind === 'page' ? inside.ref.page : undefined;
  const sections = useQuery({ ...readPageDocument(place, page ?? ''), enabled: page !== undefined });
  const isLong = text.trim().length >= MIN_LENGTH;
  const search = useQuery({
    ...read('/orgs/{organizationId}/search', {
      params: { organizationId },
      query: { query: text.trim(), limit: 10 },
    }),
    enabled: isLong && inside === undefined,
  });

  const ofHeadings = (choices: readonly LinkChoice[], group: string): readonly Item[] =>
    choices.map((choice) => ({
      id: `${group}${choice.id}`,
      group,
      content: content(<Hash {...ICON} />, choice),
      ref: choice.ref,
    }));
  const ofPage = (): readonly Item[] => {
    const found = sections.data as { readonly document?: Document } | undefined;
    return [
      {
        id: 'whole',
        group: inside!.title,
        content: content(<FileText {...ICON} />, { title: 'The whole page', detail: '' }),
        ref: inside!.ref,
      },
      ...ofHeadings(headingChoices(found?.document ?? EMPTY, page, text, 50), inside!.title),
    ];
  };
  const ofSpace = (): readonly Item[] => {
    const address = addressOf(text);
    const others = (search.data?.items ?? []).filter(({ id }) => id !== spaceId);
    return [
      ...(address
        ? [
            {
              id: 'address',
              group: 'Address',
              content: content(<Globe {...ICON} />, { title: address, detail: '' }),
              ref: refOfAddress(address, window.location.origin, pages, spaceId),
            },
          ]
        : []),
      ...(text.startsWith('#')
        ? []
        : pageChoices(pages, text).map((choice) => ({
            id: choice.id,
            group: 'Pages',
            content: (
              <>
                {content(<FileText {...ICON} />, choice)}
                <ChevronRight {...ICON} />
              </>
            ),
            opens: choice,
          }))),
      ...(document ? ofHeadings(headingChoices(document, undefined, text, 6), 'On this page') : []),
      ...(isLong ? others : []).flatMap((space) =>
        space.pages.map((found) => ({
          id: `${space.id}/${found.id}`,
          group: `In ${space.title}`,
          content: content(<FileText {...ICON} />, { title: found.title, detail: space.title }),
          ref: { kind: 'page' as const, page: found.id, space: space.id },
        })),
      ),
    ];
  };
  return (
    <ComboList<Item>
      label="Target of the link"
      placeholder={inside ? 'Find a section' : 'Find a page or a section, or paste an address'}
      text={text}
      onText={setText}
      items={inside ? ofPage() : ofSpace()}
      onTake={({ ref, opens }) => {
        if (opens) {
          setInside(opens);
          setText('');
        } else if (ref) onTake(ref);
      }}
      empty={
        search.isFetching || sections.isFetching
          ? 'Searching…'
          : 'Nothing matches. Paste an address to link to it.'
      }
    />
  );
};
