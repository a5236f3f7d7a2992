/** Code that was pasted, with its language. */
export interface PastedCode {
  readonly text: string;
  readonly syntax?: string;
}

/** The type under which VS Code and editors made of it put the language on the clipboard. */
const EDITOR_DATA = 'vscode-editor-data';

/** Languages of VS Code that have another name in code blocks. */
const NAMES: Readonly<Record<string, string>> = {
  shellscript: 'bash',
  javascriptreact: 'jsx',
  typescriptreact: 'tsx',
};

/** Languages whose text is words. */
const WORDS = new Set(['markdown', 'mdx', 'plaintext']);

const languageOf = (editorData: string): string | undefined => {
  try {
    const { mode } = JSON.parse(editorData) as { readonly mode?: unknown };
    return typeof mode === 'string' && /^[\w+#.-]+$/.test(mode) ? mode : undefined;
  } catch {
    return undefined;
  }
};

const MIN_SHARE = 0.6;

/** Signs of a line of code, which words of a text seldom have. */
const CODE_LINES = [
  // Ends of statements, and opened or closed brackets.
  /[;{}[\]]\s*(?:\/\/.*|#.*)?$|[)\]}"'\d][,:]$|\($|=>$|^\s*[)\]}]+[,;]?$/,
  // Comments.
  /^\s*(?:\/\/|\/\*|\*\/|#(?!#)|--)/,
  // Assignments and calls.
  /^\s*[\w.$@[\]'"]+(?:\s*:\s*\w+)?\s*(?:[-+*/|&]|<<)?=\s*\S|^\s*(?:await |return |yield )?[\w.$:]+\(.*\)\s*;?$/,
  /^\s*(?:import|export|from|const|let|var|function|async|await|return|class|interface|type|enum|public|private|protected|static|def|elif|except|finally|with|fn|func|struct|impl|package|using|namespace|include|raise|throw|SELECT|INSERT|UPDATE|DELETE|CREATE)\s+[\w*{"'<]/,
  /^\s*(?:if|else|for|while|try|switch|case|do|elif|except|def|class)\b.*[:{]$|^\s*(?:pass|break|continue|end|else:|fi|done|esac)$/,
  /^\s*"[^"]+"\s*:\s*\S/,
];

const isCodeLine = (line: string): boolean => CODE_LINES.some((pattern) => pattern.test(line));

/** Whether a text of several lines is code: some are indented, and most look like code. */
export const looksLikeCode = (text: string): boolean => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2 || /^\s*(?:```|~~~|\{%)/m.test(text)) return false;
  const isIndented = lines.some((line) => /^(?: {2,}|\t)\S/.test(line));
  return isIndented && lines.filter(isCodeLine).length / lines.length >= MIN_SHARE;
};

const withoutLineEnds = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/^(?:[ \t]*\n)+|\s+$/g, '');

/** The code that was pasted: from an editor of code, or as plain text that looks like it. */
export const pastedCode = (data: Pick<DataTransfer, 'getData' | 'types'>): PastedCode | undefined => {
  const text = withoutLineEnds(data.getData('text/plain'));
  if (!text.includes('\n')) return undefined;
  if (data.types.includes(EDITOR_DATA)) {
    const mode = languageOf(data.getData(EDITOR_DATA)) ?? 'plaintext';
    return WORDS.has(mode) ? undefined : { text, syntax: NAMES[mode] ?? mode };
  }
  return data.getData('text/html') === '' && looksLikeCode(text) ? { text } : undefined;
};

/** Whether the text on the clipboard is from an editor of code, whose HTML has nothing but colors. */
export const isFromCodeEditor = ({ types }: Pick<DataTransfer, 'types'>): boolean =>
  types.includes(EDITOR_DATA);
