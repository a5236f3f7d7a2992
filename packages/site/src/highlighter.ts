import type { GrammarState } from 'shiki/core';
import type { Token, TokenKind } from './document/context.ts';

/** How many milliseconds one block of code may take, and how many lines are looked at before that is asked. */
const MOST_TIME = 1_000;
const PIECE = 10;

/** A little of what most languages have. */
const WARMING = 'const a = "b" + f(1); // c\n# d\n<e f="g">{ h: [true] }</e>\n';

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
  'comment',
  'constant',
  'function',
  'parameter',
  'punctuation',
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

/** Kinds that look like others. */
const alike: Readonly<Record<string, TokenKind>> = { link: 'parameter' };

/** The kind that stands in a colour of the theme, which only names it. */
const kindOf = (color: string | undefined): TokenKind | undefined => {
  const name = /--t-token-([a-z]+)/.exec(color ?? '')?.[1] ?? '';
  return kinds.has(name) ? (name as TokenKind) : /-string/.test(color ?? '') ? 'string' : alike[name];
};

/** Creates a highlighter. Its theme has names in place of colours, so that pages need no styles of their own. */
export async function createHighlighter(): Promise<Highlighter> {
  const [core, { createOnigurumaEngine }, { bundledLanguages }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/oniguruma'),
    import('shiki/langs'),
  ]);
  const shiki = await core.createHighlighterCore({
    engine: createOnigurumaEngine(import('shiki/wasm')),
    themes: [core.createCssVariablesTheme({ name: 'names', variablePrefix: '--t-' })],
    langs: [],
  });
  const ready = new Set<string>();
  return {
    async load(syntaxes) {
      for (const name of new Set(syntaxes.map(nameOf))) {
        if (ready.has(name) || !Object.hasOwn(bundledLanguages, name)) continue;
        await shiki.loadLanguage(bundledLanguages[name as keyof typeof bundledLanguages]);
        // What a grammar needs is made when it is first used, which would count against the first code.
        shiki.codeToTokensBase(WARMING, { lang: name, theme: 'names', tokenizeTimeLimit: 0 });
        ready.add(name);
      }
    },
    highlight(code, syntax) {
      const name = nameOf(syntax);
      if (!ready.has(name)) return undefined;
      // Piece by piece, so that code which would take long stays as it is from there on.
      const deadline = performance.now() + MOST_TIME;
      const lines = code.split('\n');
      const out: (readonly Token[])[] = [];
      let grammarState: GrammarState | undefined;
      for (let at = 0; at < lines.length; at += PIECE) {
        if (performance.now() > deadline) break;
        const options = { lang: name, theme: 'names', tokenizeMaxLineLength: 2_000, grammarState };
        const tokens = shiki.codeToTokensBase(lines.slice(at, at + PIECE).join('\n'), options);
        for (const line of tokens)
          out.push(merged(line.map(({ content, color }) => ({ text: content, kind: kindOf(color) }))));
        grammarState = shiki.getLastGrammarState(tokens);
      }
      return out;
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
