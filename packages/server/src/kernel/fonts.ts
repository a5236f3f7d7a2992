import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

interface Font {
  readonly module: string;
  /** Paths relative to the module's main file. */
  readonly files: readonly string[];
  /** Loaded only for texts with matching characters. */
  readonly characters?: RegExp;
}

/** The bundled fonts of PDFs and pictures: a small set for most languages. Typst includes fonts for code and mathematics. */
const FONTS: readonly Font[] = [
  {
    module: '@expo-google-fonts/inter',
    files: [
      '400Regular',
      '400Regular_Italic',
      '600SemiBold',
      '600SemiBold_Italic',
      '700Bold',
      '700Bold_Italic',
    ].map((style) => `${style}/Inter_${style}.ttf`),
  },
  {
    module: '@embedpdf/fonts-hebrew',
    files: ['../fonts/NotoSansHebrew-Regular.ttf', '../fonts/NotoSansHebrew-Bold.ttf'],
    characters: /\p{Script=Hebrew}/u,
  },
  {
    module: '@embedpdf/fonts-arabic',
    files: ['../fonts/NotoNaskhArabic-Regular.ttf', '../fonts/NotoNaskhArabic-Bold.ttf'],
    characters: /\p{Script=Arabic}/u,
  },
  {
    module: '@expo-google-fonts/chocolate-classical-sans',
    files: ['400Regular/ChocolateClassicalSans_400Regular.ttf'],
    characters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
  },
  {
    module: '@expo-google-fonts/nanum-gothic',
    files: ['400Regular/NanumGothic_400Regular.ttf', '700Bold/NanumGothic_700Bold.ttf'],
    characters: /\p{Script=Hangul}/u,
  },
  {
    module: '@expo-google-fonts/noto-emoji',
    files: ['400Regular/NotoEmoji_400Regular.ttf'],
    characters: /\p{Extended_Pictographic}/u,
  },
];

/** The files of the fonts that a text needs. */
export const fontFilesFor = (text: string): string[] =>
  FONTS.filter(({ characters }) => characters === undefined || characters.test(text)).flatMap(
    ({ module, files }) => {
      const folder = path.dirname(require.resolve(module));
      return files.map((file) => path.join(folder, file));
    },
  );
