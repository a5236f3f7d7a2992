import { ancestorsBelow, classOf, type DomElement, oneLine, wordsOf } from './dom.ts';

const NUMBERED_TABLES = 'table.highlighttable,table.lntable,table.codehilitetable,table.rouge-table';
const LINE_NUMBERS =
  '.linenos,.lineno,.lineno-container,.lnt,.ln,.gutter,.linenodiv,.line-numbers-wrapper,.line-numbers-rows,.blob-num';
const CONTROLS = 'button,.sr-only,.visually-hidden,.zeroclipboard-container';
const CONTAINER =
  /(?:^|[\s_-])(?:code|highlight|frame|literal-block|expressive-code|snippet|pdl)|language-|code-?block/i;
const LINE_CLASS = /(?:^|\s)(?:line|token-line|highlight-line|ec-line|code-line|cl)(?:\s|$)/;
const PROSE = 'p,h1,h2,h3,h4,h5,h6,ul,ol';
const MAX_TITLE = 200;

const isElement = (node: unknown): node is DomElement => (node as DomElement | null)?.nodeType === 1;

const isLine = (node: unknown): boolean =>
  isElement(node) && (node.tagName === 'DIV' || LINE_CLASS.test(classOf(node)));

/** Ends the lines of code whose elements are shown as lines. */
const endLines = (code: DomElement): void => {
  for (const br of code.querySelectorAll('br')) br.replaceWith('\n');
  for (const line of code.querySelectorAll('*')) {
    const next = line.nextSibling;
    if (isLine(line) && isLine(next) && !(line.textContent ?? '').endsWith('\n')) line.append('\n');
  }
};

const languageOf = (element: DomElement): string | undefined => {
  const named =
    element.getAttribute('data-language') ??
    element.getAttribute('data-lang') ??
    element.getAttribute('language');
  return (
    named ?? /brush:\s*([\w+#-]+)/.exec(element.getAttribute('data-syntaxhighlighter-params') ?? '')?.[1]
  );
};

const setLanguage = (pre: DomElement, containers: readonly DomElement[]): void => {
  const code = pre.querySelector('code');
  const elements = [...(code ? [code as DomElement] : []), pre, ...containers];
  if (elements.some((each) => /(?:^|\s)(?:language|lang)-/.test(classOf(each)))) return;
  const language = elements.map(languageOf).find(Boolean);
  if (language) pre.setAttribute('class', `${classOf(pre)} language-${language.toLowerCase()}`.trim());
};

/** The words before code inside of its containers are its title. */
const takeTitle = (pre: DomElement, containers: readonly DomElement[]): void => {
  const chain = [pre, ...containers.slice(0, -1)];
  const before = chain.flatMap((each) => {
    const siblings = [...(each.parentElement?.childNodes ?? [])];
    return siblings.slice(0, siblings.indexOf(each as never)) as unknown as DomElement[];
  });
  const captions = containers.flatMap((each) =>
    [...each.children].filter(({ tagName }) => tagName === 'FIGCAPTION'),
  ) as DomElement[];
  const parts = [...new Set([...before.reverse(), ...captions])];
  const isBlock = (node: DomElement) =>
    isElement(node) &&
    (/^(?:P|H\d|UL|OL|TABLE|BLOCKQUOTE)$/.test(node.tagName) || node.querySelector('p,ul,ol,table,img'));
  const title = parts
    .map((node) => (node.nodeType === 1 ? wordsOf(node) : oneLine(node.textContent)))
    .filter(Boolean)
    .join(' ');
  if (title === '' || title.length > MAX_TITLE || parts.some(isBlock)) return;
  const language =
    languageOf(pre) ?? /language-([\w+#-]+)/.exec([pre, ...containers].map(classOf).join(' '))?.[1];
  // Some generators show the language above the code.
  if (title.toLowerCase() !== language?.toLowerCase()) pre.setAttribute('title', title);
  for (const part of parts) part.remove();
};

/** The number of elements below every ancestor of them, counted at once. */
const countBelow = (content: DomElement, selector: string): Map<DomElement, number> => {
  const counts = new Map<DomElement, number>();
  for (const element of content.querySelectorAll(selector) as Iterable<DomElement>)
    for (const each of ancestorsBelow(element, content)) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
};

/** Reduces code blocks to their code, with title and language, without controls and line numbers. */
export const cleanCodeBlocks = (content: DomElement): void => {
  for (const table of content.querySelectorAll(NUMBERED_TABLES)) {
    if (table.closest('pre')) continue;
    const blocks = table.querySelectorAll('pre');
    const pre = blocks[blocks.length - 1];
    const name = table.querySelector('.filename');
    if (pre) table.replaceWith(...(name ? [name] : []), pre);
  }
  const numbers = countBelow(content, 'pre');
  const prose = countBelow(content, PROSE);
  for (const pre of content.querySelectorAll('pre') as Iterable<DomElement>) {
    if (pre.parentElement?.closest('pre')) continue;
    const isCode = (each: DomElement) => each.tagName === 'FIGURE' || CONTAINER.test(classOf(each));
    const around = ancestorsBelow(pre, content);
    const end = around.findIndex(
      (each) =>
        numbers.get(each)! > 1 || each.tagName === 'LECTERN-TAB' || (!isCode(each) && prose.has(each)),
    );
    const candidates = end === -1 ? around : around.slice(0, end);
    const containers = candidates.slice(0, candidates.findLastIndex(isCode) + 1);
    const whole = containers.at(-1) ?? pre;
    for (const control of whole.querySelectorAll(`${CONTROLS},${LINE_NUMBERS}`)) control.remove();
    endLines(pre);
    setLanguage(pre, containers);
    if (containers.length > 0) takeTitle(pre, containers);
  }
};
