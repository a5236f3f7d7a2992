import { type Child, h } from '../html/html.ts';

/** A point in time, as ISO 8601 and as text. */
export interface Moment {
  readonly iso: string;
  readonly text: string;
}

/** A point in time as an element. */
export const time = ({ iso, text }: Moment): Child => h('time', { datetime: iso }, text);

/** A section of the account page. */
export const section = (id: string, title: string, ...content: readonly Child[]): Child =>
  h(
    'section',
    { class: 'console-section', 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    content,
  );

// On narrow screens CSS turns rows into lists, which removes the table semantics: roles restore them.
/** A table of the account page. */
export const table = (
  label: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): Child =>
  h(
    'div',
    { class: 'console-table', role: 'group', tabindex: '0', 'aria-label': label },
    h(
      'table',
      { role: 'table' },
      h(
        'thead',
        { role: 'rowgroup' },
        h(
          'tr',
          { role: 'row' },
          columns.map((column) => h('th', { scope: 'col', role: 'columnheader' }, column)),
        ),
      ),
      h(
        'tbody',
        { role: 'rowgroup' },
        rows.map((cells) =>
          h(
            'tr',
            { role: 'row' },
            cells.map((cell, index) =>
              h('td', { role: 'cell', 'data-column': columns[index] }, h('div', null, cell)),
            ),
          ),
        ),
      ),
    ),
  );
