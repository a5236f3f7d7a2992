/** Shortcuts that belong together: their keys and effects. */
interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly (readonly [string, string])[];
}

/** All keyboard shortcuts, for the help. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['mod+K', 'Search and actions'],
      ['g h', 'Go to the home'],
      ['g i', 'Go to the inbox'],
      ['?', 'Show this help'],
    ],
  },
  {
    title: 'In a space',
    shortcuts: [
      ['g c', 'Go to the changes'],
      ['g r', 'Go to the history'],
      ['g p', 'Go to the first page'],
      ['e', 'Edit the page'],
    ],
  },
  {
    title: 'Trees of pages and spaces',
    shortcuts: [
      ['↑ ↓', 'Previous and next entry'],
      ['→ ←', 'Expand and collapse'],
      ['Enter', 'Open'],
      ['F2', 'Rename'],
      ['Delete', 'Delete a page'],
      ['alt+↑ ↓', 'Move up and down'],
      ['alt+→ ←', 'Move in and out'],
      ['shift+F10', 'Open the menu'],
    ],
  },
  {
    title: 'Editor',
    shortcuts: [
      ['/', 'Insert a block'],
      ['mod+B', 'Bold'],
      ['mod+I', 'Italic'],
      ['mod+E', 'Code'],
      ['mod+Z', 'Undo'],
    ],
  },
  {
    title: 'Comments',
    shortcuts: [
      ['mod+alt+M', 'Comment on the selected words'],
      ['@', 'Mention a person or a page'],
    ],
  },
  {
    title: 'Review',
    shortcuts: [
      ['n', 'Next change'],
      ['p', 'Previous change'],
      ['mod+Enter', 'Send a comment'],
    ],
  },
];

const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  mod: ['⌘', 'Ctrl'],
  alt: ['⌥', 'Alt'],
  shift: ['⇧', 'Shift'],
};

/** The names of keys on a Mac or elsewhere. */
export const keyNames = (keys: string, isMac: boolean): readonly string[] =>
  keys.split(/[+ ]/).map((key) => NAMES[key]?.[isMac ? 0 : 1] ?? key);
