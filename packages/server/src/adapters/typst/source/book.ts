import type { Block, Document, Node } from '@lectern/document';
import { directionOf, emojiOf, formatDate, messagesFor } from '@lectern/site';
import type { Book, BookLine, BookPage } from '../../../kernel/pdf-renderer.ts';
import type { ResizedPicture } from '../resize-picture.ts';
import { renderBlock, renderPlainText } from './blocks.ts';
import { renderLine } from './line.ts';
import { directed, type Images, labelOf, linked, marked, type Place, type Rendering } from './rendering.ts';
import { theme } from './theme.ts';
import { type Child, Code, call, isEmpty, join, literal, name, words } from './typst.ts';

/** The settings of a book for the child process. */
export type BookSettings = Pick<Book, 'title' | 'language' | 'cover'> & { readonly date: string };

// Typst limits the depth of layout; deeper blocks are rendered as plain paragraphs.
const MAX_DEPTH = 7;
const MAX_LINE_DEPTH = 6;

/** The Typst code of a page, and the labels in it. */
export interface WrittenPage {
  readonly source: string;
  readonly labels: readonly string[];
}

/** Writes a page as Typst code. If plain, only the text of its blocks, which never fails to compile. */
export function writePage(
  page: BookPage,
  settings: Pick<BookSettings, 'language'>,
  images: Images,
  isPlain = false,
): WrittenPage {
  const { language } = settings;
  const labels = new Set<string>();
  const addLabel = (label: string): string | undefined => {
    if (labels.has(label)) return undefined;
    labels.add(label);
    return label;
  };
  const rendering = createRendering(page, language, images, addLabel);
  const head = pageHead(page, language, addLabel(labelOf(page.id)));
  const body = page.document === undefined ? [] : (JSON.parse(page.document) as Document).nodes;
  const content = isPlain
    ? body.map((node: Block) => renderPlainText(node, rendering))
    : rendering.blocks(body);
  // A title alone does not determine the direction of a page.
  const isBlank = isEmpty(join(content)) && !page.description;
  const source = join(
    call('page-start', { name: page.shortTitle ?? page.title }),
    directed(head, isBlank ? '' : page.title, language),
    page.description &&
      directed(call('page-description', {}, words(page.description)), page.description, language),
    content,
    page.list && page.list.length > 0 && call('list', {}, ...page.list.map(lineTo)),
  );
  return { source: `#${source.source}\n`, labels: [...labels] };
}

const createRendering = (
  page: BookPage,
  language: string,
  images: Images,
  addLabel: (label: string) => string | undefined,
): Rendering => {
  let depth = 0;
  let lineDepth = 0;
  const renderingIn = (place: Place): Rendering => {
    const rendering: Rendering = {
      page,
      language,
      place,
      ...images,
      anchor: (id) => (typeof id === 'string' && id !== '' ? addLabel(labelOf(page.id, id)) : undefined),
      blocks(nodes) {
        depth++;
        const render = depth > MAX_DEPTH ? renderPlainText : renderBlock;
        const out = join(((nodes ?? []) as readonly Node[]).map((node) => render(node, rendering)));
        depth--;
        return out;
      },
      line(nodes) {
        if (lineDepth > MAX_LINE_DEPTH) return join();
        lineDepth++;
        const out = renderLine((nodes ?? []) as readonly Node[], rendering);
        lineDepth--;
        return out;
      },
      within: (other) => (other === place ? rendering : renderingIn(other)),
    };
    return rendering;
  };
  return renderingIn('page');
};

const pageHead = (page: BookPage, language: string, label: string | undefined): Code => {
  const emoji = page.emoji ? `${emojiOf(page.emoji)} ` : false;
  const title: Child = [emoji, words(page.title || '—')];
  const listed = page.shortTitle ?? page.title;
  return marked(
    label,
    call(
      'page-title',
      { level: page.depth + 1, name: directed(join(emoji, words(listed || '—')), listed, language) },
      title,
    ),
  );
};

const lineTo = ({ title, target }: BookLine): Code => linked(target, join(words(title || '—')));

const REGION = /^([a-z]{2,3})-([a-z]{2})$/i;

/** Writes the whole book as one Typst source. */
export function writeBook(
  settings: BookSettings,
  pages: readonly WrittenPage[],
  pictureOf: (name: string) => ResizedPicture | undefined,
): string {
  const known = pages.flatMap(({ labels }) => labels).map((label) => `${literal(label)}:1,`);
  const [, language = settings.language, region] = REGION.exec(settings.language) ?? [];
  const { cover } = settings;
  const logo = cover?.logo === undefined ? undefined : pictureOf(cover.logo);
  const day = formatDate(settings.language, settings.date, 'full') ?? settings.date;
  const date = new Date(settings.date);
  const bookRule = call('book.with', {
    title: settings.title,
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
      title: join(cover.emoji ? `${emojiOf(cover.emoji)} ` : false, words(settings.title)),
      organization: join(words(cover.organization)),
      links: (cover.links ?? []).map(lineTo),
      note:
        cover.note === undefined
          ? join(words(`${messagesFor(settings.language).version}: ${day}`))
          : join(words(cover.note), new Code('linebreak()'), words(day)),
      logo:
        logo === undefined
          ? name('none')
          : call('image', { height: name('48pt') }, new Code(literal(logo.file))),
    });
  return [
    `#let known = (${known.join('') || ':'})`,
    theme(directionOf(language) === 'rtl' ? 'right' : 'left'),
    // Applies to everything below.
    `#show: ${bookRule.source}`,
    front && !isEmpty(front) ? `#${front.source}` : '',
    ...pages.map(({ source }) => source),
  ].join('\n');
}
