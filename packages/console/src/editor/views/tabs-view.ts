import type { NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { dataOf } from '../schema/attributes.ts';
import { element } from '../schema/dom.ts';
import { selectInside, updateData } from './node-data.ts';

/** Tabs: a bar with the titles, and the content of the chosen tab below it. */
export const tabsView: NodeViewRenderer = ({ node, view, getPos }) => {
  let current: Node = node;
  const bar = element('div', { class: 'tab-bar', contenteditable: 'false' });
  const contentDOM = element('div', { class: 'tab-panels', 'data-active': '0' });
  const dom = element('div', { class: 'tabs' }, bar, contentDOM);
  const positionOf = (index: number): number | undefined => {
    const start = getPos();
    if (start === undefined) return undefined;
    let position = start + 1;
    for (let at = 0; at < index; at++) position += current.child(at).nodeSize;
    return position;
  };
  const show = (index: number) => {
    contentDOM.dataset.active = String(index);
    for (const [at, title] of titles.entries()) title.toggleAttribute('data-on', at === index);
  };
  const rename = (index: number, title: string) =>
    updateData(view, positionOf(index), { title: title === '' ? undefined : title });
  const add = () => {
    const end = positionOf(current.childCount);
    const { tabsItem, paragraph } = view.state.schema.nodes;
    if (end === undefined) return;
    view.dispatch(
      view.state.tr.insert(end, tabsItem!.create({ data: { title: 'New tab' } }, paragraph!.create())),
    );
    show(current.childCount - 1);
  };
  const titles: HTMLInputElement[] = [];
  const addTitle = (at: number): HTMLInputElement => {
    const title = element('input', {
      class: 'tab tab-title',
      placeholder: String(at + 1),
      'aria-label': `Title of tab ${at + 1}`,
    }) as HTMLInputElement;
    title.addEventListener('focus', () => show(at));
    title.addEventListener('change', () => rename(at, title.value));
    // Enter and Escape continue in the text of the tab.
    title.addEventListener('keydown', (event) => {
      const position = positionOf(at);
      if ((event.key !== 'Enter' && event.key !== 'Escape') || position === undefined) return;
      event.preventDefault();
      title.blur();
      selectInside(view, position + 1);
    });
    return title;
  };
  const plus = element('button', { type: 'button', class: 'tab', 'aria-label': 'Add a tab' }, '+');
  plus.addEventListener('click', add);
  bar.append(plus);
  // Fields stay, because somebody may be writing in one of them.
  const draw = () => {
    while (titles.length > current.childCount) titles.pop()!.remove();
    while (titles.length < current.childCount) {
      const title = addTitle(titles.length);
      titles.push(title);
      plus.before(title);
    }
    for (const [at, title] of titles.entries()) {
      const text = String(dataOf(current.child(at)).title ?? '');
      if (title !== document.activeElement) title.value = text;
      title.size = Math.max(4, text.length);
    }
    show(Math.min(Number(contentDOM.dataset.active), current.childCount - 1));
  };
  draw();
  // The selection may move into a tab that is not visible, for example by undo.
  dom.addEventListener('show-tab', (event) => show((event as CustomEvent<number>).detail));
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== node.type) return false;
      const titlesOf = (tabs: Node) => JSON.stringify(tabs.children.map((tab) => dataOf(tab).title ?? null));
      const isChanged = titlesOf(next) !== titlesOf(current);
      current = next;
      if (isChanged) draw();
      return true;
    },
    stopEvent: ({ target }) => bar.contains(target as globalThis.Node),
    // The number of the visible tab is an attribute of the content's element.
    ignoreMutation: ({ target, type }) =>
      bar.contains(target) || (type === 'attributes' && target === contentDOM),
  };
};
