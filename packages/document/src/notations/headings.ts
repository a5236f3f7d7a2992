import type { ReadNotation } from './source-lines.ts';

const heading =
  /^( {0,3}#{1,6}[ \t]+\S.*?)[ \t]+\{(?::?|\/\*) *#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_.:-]*) *(?:\*\/)?\}[ \t]*(?:#+[ \t]*)?$/u;

/** Reads the id of a heading, as in `## Title {#id}` of Docusaurus, MkDocs, Hugo and kramdown. */
export const readHeading: ReadNotation = ({ lines }, at) => {
  const [, text, id] = heading.exec(lines[at]!) ?? [];
  return id === undefined ? undefined : { to: at + 1, lines: [`${text} <a href="#${id}" id="${id}"></a>`] };
};
