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
      ['mod+.', 'Settings of the block'],
      ['alt+↑ ↓', 'Move the block'],
      ['mod+alt+1 2 3', 'Heading 1, 2, 3'],
      ['mod+alt+0', 'Text'],
      ['mod+B', 'Bold'],
      ['mod+I', 'Italic'],
      ['mod+E', 'Code'],
      ['mod+shift+S', 'Strikethrough'],
      ['mod+K', 'Link the selected words'],
      ['mod+F', 'Find'],
      ['mod+H', 'Replace'],
      ['mod+Z', 'Undo'],
      ['mod+Y', 'Redo'],
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
      ['n j', 'Next change'],
      ['p k', 'Previous change'],
      ['v', 'Mark as viewed'],
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
