import type { GrammarState, LanguageInput, RegexEngine } from 'shiki/core';
import type { Token, TokenKind } from './document/context.ts';

/** The time limit of a code block, and the number of lines between checks of it. */
const MAX_MILLISECONDS = 1_000;
const LINES_PER_STEP = 10;

/** Code with tokens of most languages. */
const WARM_UP_CODE = 'const a = "b" + f(1); // c\n# d\n<e f="g">{ h: [true] }</e>\n';

/** Syntax highlighter, which loads languages on demand. */
export interface Highlighter {
  /** Loads languages; ignores unknown ones. */
  load(syntaxes: readonly string[]): Promise<void>;
  /** The tokens of each line; undefined if the language is not loaded. */
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

/** Language names that the library does not know. */
const LANGUAGE_ALIASES: Readonly<Record<string, string>> = {
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
  env: 'dotenv',
  '.env': 'dotenv',
  'shell-session': 'shellsession',
  'sh-session': 'shellsession',
  patch: 'diff',
};

const nameOf = (syntax: string): string => {
  const name = syntax.toLowerCase();
  return Object.hasOwn(LANGUAGE_ALIASES, name) ? LANGUAGE_ALIASES[name]! : name;
};

/** Token kinds of the library that have no color of their own. */
const KIND_ALIASES: Readonly<Record<string, TokenKind>> = {
  link: 'parameter',
  inserted: 'string',
  deleted: 'keyword',
  changed: 'constant',
};

/** Scopes without a color in the theme of the library, and the kinds of their tokens. */
const KIND_SCOPES: Readonly<Partial<Record<TokenKind, readonly string[]>>> = {
  keyword: ['markup.heading.markdown', 'keyword.key.export.dotenv'],
  constant: ['markup.bold.markdown', 'markup.italic.markdown'],
  function: ['meta.diff.range', 'meta.diff.header.command', 'text.shell-session source.shell'],
  parameter: ['variable.key.dotenv'],
  string: ['property.value.dotenv'],
  comment: ['markup.quote.markdown', 'meta.diff.index', 'meta.output.shell-session'],
  punctuation: ['punctuation.definition.list.begin.markdown'],
};

/** The token kind in a color of the theme, which is the name of a CSS variable. */
const kindOf = (color: string | undefined): TokenKind | undefined => {
  const name = /--t-token-([a-z]+)/.exec(color ?? '')?.[1] ?? '';
  return kinds.has(name) ? (name as TokenKind) : /-string/.test(color ?? '') ? 'string' : KIND_ALIASES[name];
};

/** What a highlighter is made of: the engine of its regular expressions, and its languages by name. */
export interface HighlighterParts {
  readonly engine: RegexEngine | Promise<RegexEngine>;
  readonly languages: Readonly<Record<string, LanguageInput>>;
}

/** Creates a highlighter; its theme has CSS variables instead of colors, so that pages need no inline styles. */
export async function highlighterOf({ engine, languages }: HighlighterParts): Promise<Highlighter> {
  const core = await import('shiki/core');
  const theme = core.createCssVariablesTheme({ name: 'names', variablePrefix: '--t-' });
  const colors = Object.entries(KIND_SCOPES).map(([kind, scope]) => ({
    scope: [...scope],
    settings: { foreground: `var(--t-token-${kind})` },
  }));
  const shiki = await core.createHighlighterCore({
    engine,
    themes: [{ ...theme, tokenColors: [...theme.tokenColors!, ...colors] }],
    langs: [],
  });
  const loaded = new Set<string>();
  return {
    async load(syntaxes) {
      for (const name of new Set(syntaxes.map(nameOf))) {
        if (loaded.has(name) || !Object.hasOwn(languages, name)) continue;
        await shiki.loadLanguage(languages[name]!);
        // A grammar compiles on first use, which would count against the time limit of the first code block.
        shiki.codeToTokensBase(WARM_UP_CODE, { lang: name, theme: 'names', tokenizeTimeLimit: 0 });
        loaded.add(name);
      }
    },
    highlight(code, syntax) {
      const name = nameOf(syntax);
      if (!loaded.has(name)) return undefined;
      // In steps, so that code beyond the time limit stays unhighlighted.
      const deadline = performance.now() + MAX_MILLISECONDS;
      const lines = code.split('\n');
      const out: (readonly Token[])[] = [];
      let grammarState: GrammarState | undefined;
      for (let at = 0; at < lines.length; at += LINES_PER_STEP) {
        if (performance.now() > deadline) break;
        const options = { lang: name, theme: 'names', tokenizeMaxLineLength: 2_000, grammarState };
        const tokens = shiki.codeToTokensBase(lines.slice(at, at + LINES_PER_STEP).join('\n'), options);
        for (const line of tokens)
          out.push(mergeTokens(line.map(({ content, color }) => ({ text: content, kind: kindOf(color) }))));
        grammarState = shiki.getLastGrammarState(tokens);
      }
      return out;
    },
  };
}

/** Merges adjacent tokens of the same kind. */
function mergeTokens(tokens: readonly Token[]): readonly Token[] {
  const out: Token[] = [];
  for (const token of tokens) {
    const last = out.at(-1);
    if (last && (last.kind === token.kind || token.text.trim() === ''))
      out[out.length - 1] = { ...last, text: last.text + token.text };
    else out.push(token);
  }
  return out;
}
