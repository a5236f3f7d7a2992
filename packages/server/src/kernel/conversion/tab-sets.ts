import { ancestorsBelow, type DomElement, oneLine, wordsOf } from './dom.ts';

/** Tabs that are built of radio buttons or classes: the set, its labels, and its panels. */
const TAB_SETS: readonly (readonly [set: string, labels: string, panels: readonly string[]])[] = [
  ['.tabbed-set', '.tabbed-labels > label, .tabbed-set > label', ['.tabbed-block', '.tabbed-content']],
  ['.sd-tab-set', '.sd-tab-label', ['.sd-tab-content']],
  ['.vp-code-group', '.tabs > label', ['.blocks > *']],
];

interface Tab {
  readonly label: DomElement;
  readonly panel: DomElement;
}

/** Puts tabs in place of an element, and removes what they were made of. */
const replaceByTabs = (place: DomElement, tabs: readonly Tab[]): void => {
  const document = place.ownerDocument;
  const set = document.createElement('lectern-tabs');
  place.before(set);
  for (const { label, panel } of tabs) {
    const tab = document.createElement('lectern-tab');
    tab.setAttribute('title', wordsOf(label) || oneLine(label.getAttribute('data-title')) || 'Tab');
    panel.removeAttribute('hidden');
    panel.removeAttribute('role');
    tab.append(panel);
    set.append(tab);
    label.remove();
  }
};

const replaceStyledTabs = (content: DomElement): void => {
  for (const [selector, labelSelector, panelSelectors] of TAB_SETS)
    for (const set of content.querySelectorAll(selector)) {
      const own = (wanted: string) =>
        [...set.querySelectorAll(wanted)].filter(
          (each) => each.parentElement?.closest(selector) === set,
        ) as DomElement[];
      const labels = own(labelSelector);
      const panels = panelSelectors.map(own).find((found) => found.length === labels.length);
      if (!panels || labels.length === 0) continue;
      for (const radio of own('input[type="radio"]')) radio.remove();
      replaceByTabs(
        labels[0]!,
        labels.map((label, at) => ({ label, panel: panels[at]! })),
      );
    }
};

const targetOf = (tab: DomElement): string | undefined =>
  ['aria-controls', 'href', 'data-bs-target']
    .map((name) => tab.getAttribute(name)?.replace(/^#/, ''))
    .find(Boolean);

/** The panels of a page, found once: by id, by the id of their tab, and below every ancestor. */
const findPanels = (content: DomElement) => {
  const byId = new Map<string, DomElement>();
  const byTab = new Map<string, DomElement>();
  const below = new Map<DomElement, DomElement[]>([[content, []]]);
  for (const panel of content.querySelectorAll('[role="tabpanel"]') as Iterable<DomElement>) {
    if (panel.id) byId.set(panel.id, panel);
    const tab = panel.getAttribute('aria-labelledby');
    if (tab) byTab.set(tab, panel);
    const around = ancestorsBelow(panel, content);
    // A panel in another one belongs to tabs in it.
    const end = around.findIndex((each) => each.getAttribute('role') === 'tabpanel');
    for (const each of end === -1 ? [...around, content] : around.slice(0, end + 1))
      below
        .set(each, below.get(each) ?? [])
        .get(each)!
        .push(panel);
  }
  return { byId, byTab, below };
};

type Panels = ReturnType<typeof findPanels>;

const isUnused = (panel: DomElement): boolean => panel.getAttribute('role') === 'tabpanel';

/** The tabs of a list with their panels: by id, or else in their order. */
const pairsOf = (list: DomElement, content: DomElement, { byId, byTab, below }: Panels): Tab[] => {
  const tabs = [...list.querySelectorAll('[role="tab"]')] as DomElement[];
  const named = tabs.flatMap((label) => {
    const panel = byId.get(targetOf(label) ?? '') ?? byTab.get(label.id);
    return panel && isUnused(panel) ? [{ label, panel }] : [];
  });
  if (named.length > 0) return named;
  const set = [...ancestorsBelow(list, content), content].find((each) => below.get(each)?.some(isUnused));
  const panels = set ? below.get(set)!.filter(isUnused) : [];
  return tabs.slice(0, panels.length).map((label, at) => ({ label, panel: panels[at]! }));
};

/** Replaces tabs by elements of their own, and returns the labels of tabs without content. */
export const replaceTabs = (content: DomElement): string[] => {
  replaceStyledTabs(content);
  const panels = findPanels(content);
  const empty: string[] = [];
  for (const list of content.querySelectorAll('[role="tablist"]') as Iterable<DomElement>) {
    const tabs = pairsOf(list, content, panels);
    if (tabs.length > 0) replaceByTabs(list, tabs);
    for (const tab of list.querySelectorAll('[role="tab"]')) empty.push(wordsOf(tab));
    list.remove();
  }
  return empty.filter((label) => label !== '');
};
