/** A node of the syntax tree: Markdown's own, a line of tags, or an element of HTML. Which fields it has depends on its type. */
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
  /** Of an element: its name, its attributes, and its tags as written. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly opening?: string;
  readonly closing?: string;
}
