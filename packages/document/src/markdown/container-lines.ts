import { isBlank, openingFence, plainText, unindented } from './simple-lines.ts';

/** Markers of items and quotes before their text. */
const markers = /^ *(?:(?:> ?|(?:[*+-]|\d{1,9}[.)]) {1,4})(?=\S))+/;
/** Definitions end at the end of a line, and the width of a tab depends on its column. */
const unclear = /\]:|\t/;

/** Whether a line without the marker or the indent of a container may continue a paragraph in it. */
export const isContinuation = (line: string): boolean =>
  plainText.test(unindented(line)) && !unclear.test(line);

/**
 * Follows the lines of a container, to which more are added: whether the last one certainly belongs to a paragraph, which the
 * next line then continues. That is so if all lines are text, or items of lists and quotes that begin with text.
 */
export function paragraphCheck(lines: readonly string[]): () => boolean {
  let [checked, isClear, isAfterBlank] = [0, true, true];
  return () => {
    for (; isClear && checked < lines.length; checked++) {
      const line = lines[checked]!;
      if (isBlank(line)) {
        isAfterBlank = true;
        continue;
      }
      const item = markers.exec(line)?.[0] ?? '';
      // After an empty line, an indented line may be code.
      const text = isAfterBlank && item === '' ? line : unindented(line.slice(item.length));
      isClear = plainText.test(text) && !unclear.test(text);
      isAfterBlank = false;
    }
    return isClear && !isAfterBlank;
  };
}

const fence = /^ {0,3}(?:`{3,}|~{3,})[ \t]*$/;

/** Whether the lines of a container are code that is not closed, which a line without its marker ends. */
export const areOpenCode = (lines: readonly string[]): boolean =>
  openingFence.test(lines[0]!) && !lines.some((line, at) => at > 0 && fence.test(line));

/** A marker without text: what it starts depends on the lines around the container. */
const emptyMarker = /^[ \t>*+\-\d.)]*(?:[>*+-]|\d[.)])[ \t]*$|\[\^[^\]]+\]:[ \t]*$/;

/** Whether lines of a container are the same blocks in it and in a document of their own. */
export const areIndependent = (lines: readonly string[]): boolean =>
  lines.every((line) => !emptyMarker.test(line));
