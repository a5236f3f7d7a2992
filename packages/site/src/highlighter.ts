import type { Token, TokenKind } from './document/context.ts';

/** Colours code. Languages are loaded when they are first asked for. */
export interface Highlighter {
  /** Makes languages ready; those that are not known are left out. */
  load(syntaxes: readonly string[]): Promise<void>;
  /** The lines of code in pieces, at once; nothing where the language is not ready. */
  highlight(code: string, syntax: string): readonly (readonly Token[])[] | undefined;
}

const kinds: ReadonlySet<string> = new Set<TokenKind>([
  'keyword',
  'string',
  'expression',
  'comment',
  'constant',
  'function',
  'parameter',
  'punctuation',
  'link',
]);

/** Names that writers give to languages and the library does not know. */
const others: Readonly<Record<string, string>> = {
  curl: 'bash',
  text: '',
  plain: '',
  plaintext: '',
  golang: 'go',
  'c++': 'cpp',
  'c#': 'csharp',
  'objective-c': 'objective-c',
  objectivec: 'objective-c',
  none: '',
};

const nameOf = (syntax: string): string => {
  const name = syntax.toLowerCase();
  return Object.hasOwn(others, name) ? others[name]! : name;
};

/** The kind that stands in a colour of the theme, which only names it. */
const kindOf = (color: string | undefined): TokenKind | undefined => {
  const name = /--t-token-([a-z]+)/.exec(color ?? '')?.[1];
  return name !== undefined && kinds.has(name) ? (name as TokenKind) : undefined;
};

/** Creates a highlighter. Its theme has names in place of colours, so that pages need no styles of their own. */
export async function createHighlighter(): Promise<Highlighter> {
  const [core, { createJavaScriptRegexEngine }, { bundledLanguages }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
    import('shiki/langs'),
  ]);
  const shiki = await core.createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [core.createCssVariablesTheme({ name: 'names', variablePrefix: '--t-' })],
    langs: [],
  });
  const ready = new Set<string>();
  return {
    async load(syntaxes) {
      for (const name of new Set(syntaxes.map(nameOf))) {
        if (ready.has(name) || !Object.hasOwn(bundledLanguages, name)) continue;
        await shiki.loadLanguage(bundledLanguages[name as keyof typeof bundledLanguages]);
        ready.add(name);
      }
    },
    highlight(code, syntax) {
      const name = nameOf(syntax);
      if (!ready.has(name)) return undefined;
      // A line that would take long is left as it is.
      const lines = shiki.codeToTokensBase(code, {
        lang: name,
        theme: 'names',
        tokenizeMaxLineLength: 2_000,
        tokenizeTimeLimit: 50,
      });
      return lines.map((line) =>
        merged(line.map(({ content, color }) => ({ text: content, kind: kindOf(color) }))),
      );
    },
  };
}

/** Neighbours of one kind are one piece. */
function merged(tokens: readonly Token[]): readonly Token[] {
  const out: Token[] = [];
  for (const token of tokens) {
    const last = out.at(-1);
    if (last && (last.kind === token.kind || token.text.trim() === ''))
      out[out.length - 1] = { ...last, text: last.text + token.text };
    else out.push(token);
  }
  return out;
}
