import type { Block, Document, Node } from '@lectern/document';
import { directionOf, emojiOf, formatDate } from '@lectern/site';
import type { Book, BookLine, BookPage } from '../../../kernel/pdf-renderer.ts';
import type { Shrunk } from '../pictures.ts';
import { renderBlock, renderPlainText } from './blocks.ts';
import { renderLine } from './line.ts';
import { directed, labelOf, linked, marked, type Place, type Rendering } from './rendering.ts';
import { theme } from './theme.ts';
import { type Child, Code, call, isEmpty, join, literal, name, words } from './typst.ts';

/** What the child process is told of a book besides its pages. */
export type BookFrame = Pick<Book, 'title' | 'language' | 'cover'> & { readonly date: string };

// Typst lays out only so many things inside each other; what stands deeper is set as plain paragraphs.
const DEEPEST = 7;
const DEEPEST_LINE = 6;

/** A page as Typst code, and the places on it that links can lead to. */
export interface WrittenPage {
  readonly source: string;
  readonly labels: readonly string[];
}

/** Writes a page. Plainly, it is only the words of its blocks: what can always be set. */
export function writePage(
  page: BookPage,
  frame: Pick<BookFrame, 'language'>,
  pictureOf: (name: string) => Shrunk | undefined,
  isPlain = false,
): WrittenPage {
  const labels = new Set<string>();
  const mark = (label: string): string | undefined => {
    if (labels.has(label)) return undefined;
    labels.add(label);
    return label;
  };
  let depth = 0;
  let lines = 0;
  const renderingIn = (place: Place): Rendering => {
    const rendering: Rendering = {
      page,
      language: frame.language,
      place,
      pictureOf,
      anchor: (id) => (typeof id === 'string' && id !== '' ? mark(labelOf(page.id, id)) : undefined),
      blocks(nodes) {
        depth++;
        const make = depth > DEEPEST ? renderPlainText : renderBlock;
        const out = join(((nodes ?? []) as readonly Node[]).map((node) => make(node, rendering)));
        depth--;
        return out;
      },
      line(nodes) {
        if (lines > DEEPEST_LINE) return join();
        lines++;
        const out = renderLine((nodes ?? []) as readonly Node[], rendering);
        lines--;
        return out;
      },
      within: (other) => (other === place ? rendering : renderingIn(other)),
    };
    return rendering;
  };
  const rendering = renderingIn('page');
  const emoji = page.emoji ? `${emojiOf(page.emoji)} ` : false;
  const title: Child = [emoji, words(page.title || '—')];
  const listed = page.shortTitle ?? page.title;
  const head = marked(
    mark(labelOf(page.id)),
    call(
      'page-title',
      {
        level: page.depth + 1,
        name: directed(join(emoji, words(listed || '—')), listed, frame.language),
      },
      title,
    ),
  );
  const body = page.document === undefined ? [] : (JSON.parse(page.document) as Document).nodes;
  const content = isPlain
    ? body.map((node: Block) => renderPlainText(node, rendering))
    : rendering.blocks(body);
  // A name alone does not say which way a page is written.
  const isBlank = isEmpty(join(content)) && !page.description;
  const source = join(
    call('page-start', { name: listed }),
    directed(head, isBlank ? '' : page.title, frame.language),
    page.description &&
      directed(call('page-description', {}, words(page.description)), page.description, frame.language),
    content,
    page.list && page.list.length > 0 && call('list', {}, ...page.list.map(lineTo)),
  );
  return { source: `#${source.source}\n`, labels: [...labels] };
}

const lineTo = ({ title, target }: BookLine): Code => linked(target, join(words(title || '—')));

const REGION = /^([a-z]{2,3})-([a-z]{2})$/i;

/** The whole book as one source. */
export function writeBook(
  frame: BookFrame,
  pages: readonly WrittenPage[],
  pictureOf: (name: string) => Shrunk | undefined,
): string {
  const known = pages.flatMap(({ labels }) => labels).map((label) => `${literal(label)}:1,`);
  const [, language = frame.language, region] = REGION.exec(frame.language) ?? [];
  const { cover } = frame;
  const logo = cover?.logo === undefined ? undefined : pictureOf(cover.logo);
  const day = formatDate(frame.language, frame.date, 'full') ?? frame.date;
  const date = new Date(frame.date);
  const settings = call('book.with', {
    title: frame.title,
    language: /^[a-z]{2,3}$/i.test(language) ? language : 'en',
    region: region === undefined ? name('none') : region,
    date: new Code(
      `datetime(year:${date.getUTCFullYear()},month:${date.getUTCMonth() + 1},day:${date.getUTCDate()})`,
    ),
    'has-cover': cover !== undefined,
  });
  const front =
    cover &&
    call('cover', {
      title: join(cover.emoji ? `${emojiOf(cover.emoji)} ` : false, words(frame.title)),
      organization: join(words(cover.organization)),
      links: (cover.links ?? []).map(lineTo),
      note: join(words(cover.note), new Code('linebreak()'), words(day)),
      logo:
        logo === undefined
          ? name('none')
          : call('image', { height: name('48pt') }, new Code(literal(logo.file))),
    });
  return [
    `#let known = (${known.join('') || ':'})`,
    theme(directionOf(language) === 'rtl' ? 'right' : 'left'),
    // Everything below stands in the settings of the book.
    `#show: ${settings.source}`,
    front && !isEmpty(front) ? `#${front.source}` : '',
    ...pages.map(({ source }) => source),
  ].join('\n');
}
