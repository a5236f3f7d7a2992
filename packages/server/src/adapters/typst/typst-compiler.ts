import { readFile } from 'node:fs/promises';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontFilesFor } from '../../kernel/fonts.ts';

/** The result of compiling a source: a PDF and its number of sheets, or an error message. */
export type CompileResult = { readonly pdf: Buffer; readonly sheets: number } | { readonly problem: string };

const messageOf = (diagnostics: readonly { message?: string }[] | undefined): string =>
  diagnostics
    ?.map(({ message }) => message ?? '')
    .join('; ')
    .slice(0, 2000) || 'unknown';

/** Creates a compiler of Typst sources with access to one folder, and with the bundled fonts for a text and the operator's fonts. */
export const createTypstCompiler = async (folder: string, text: string, fontsFolder: string | undefined) => {
  const compiler = NodeCompiler.create({
    workspace: folder,
    fontArgs: [
      { fontBlobs: await Promise.all(fontFilesFor(text).map((file) => readFile(file))) },
      ...(fontsFolder === undefined ? [] : [{ fontPaths: [fontsFolder] }]),
    ],
  });
  return (source: string): CompileResult => {
    const compiled = compiler.compile({ mainFileContent: source });
    const document = compiled.result;
    if (!document) return { problem: messageOf(compiled.takeDiagnostics()?.shortDiagnostics) };
    return { pdf: compiler.pdf(document), sheets: document.numOfPages };
  };
};
