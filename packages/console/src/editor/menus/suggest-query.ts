import type { EditorState } from '@tiptap/pm/state';

/** What somebody is looking for: blocks, people and pages, or emoji. */
export interface SuggestQuery {
  readonly trigger: '/' | '@' | ':';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const PATTERNS = [
  // A slash between two words stays one: the name of a block follows at once, as the menu shows it.
  ['/', /(?:^|\s)\/([\p{L}\d][\p{L}\d: ]{0,29}|)$/u],
  ['@', /(?:^|[\s(])@([\p{L}\d][\p{L}\d .-]{0,30}|)$/u],
  // Two letters, so that a colon and a smiley of the old kind stay what they are.
  [':', /(?:^|[\s(]):([\p{L}\d_+-]{2,30})$/u],
] as const;

/** The words after a slash, an at sign or a colon in a text. */
export const queryInText = (before: string): Pick<SuggestQuery, 'trigger' | 'text'> | undefined => {
  for (const [trigger, pattern] of PATTERNS) {
    const found = pattern.exec(before);
    if (found) return { trigger, text: found[1]! };
  }
  return undefined;
};

/** The words after a slash, an at sign or a colon before the cursor. */
export const queryIn = ({ selection }: EditorState): SuggestQuery | undefined => {
  const { $from, empty } = selection;
  const { parent } = $from;
  if (!empty || !parent.isTextblock || parent.type.spec.code || parent.type.name === 'tableHeading')
    return undefined;
  const found = queryInText(parent.textBetween(0, $from.parentOffset, undefined, '\ufffc'));
  return found && { ...found, from: $from.pos - found.text.length - 1, to: $from.pos };
};
