/** A node of the syntax tree: of Markdown, a line of tags, or an HTML element. Its fields depend on its type. */
export interface Syntax {
  readonly type: string;
  readonly children?: readonly Syntax[];
  readonly value?: string;
  readonly url?: string;
  readonly title?: string | null;
  readonly alt?: string | null;
  readonly identifier?: string;
  readonly label?: string | null;
  readonly depth?: number;
  readonly ordered?: boolean | null;
  readonly start?: number | null;
  readonly checked?: boolean | null;
  readonly lang?: string | null;
  readonly meta?: string | null;
  readonly align?: readonly (string | null)[] | null;
  /** Of an HTML element: its name, attributes and the source of its tags. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly opening?: string;
  readonly closing?: string;
  /** Its source range, if the parser was asked for ranges; a node made of a part of another has none. */
  readonly range?: readonly [start: number, end: number];
}
