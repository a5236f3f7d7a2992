import type { Block } from '@lectern/document';

/** A file that was uploaded, or one at an address. */
interface Source {
  readonly id: string;
  readonly contentType: string;
}

/** Whether browsers show files of this type as images. */
const isImageType = (contentType: string): boolean =>
  /^image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|bmp)$/.test(contentType);

/** The block that shows an uploaded file: an image with the words for those who do not see it, or a download. */
export const blockOfFile = ({ id, contentType }: Source, alt?: string): Block => {
  const ref = { kind: 'file', file: id };
  return isImageType(contentType)
    ? {
        object: 'block',
        type: 'images',
        isVoid: false,
        data: {},
        nodes: [
          { object: 'block', type: 'image', isVoid: true, data: { ref, ...(alt && { alt }) }, fragments: [] },
        ],
      }
    : { object: 'block', type: 'file', isVoid: true, data: { ref } };
};

/** The files of a paste that are its content, not a picture of its text. */
export const pastedFiles = (data: Pick<DataTransfer, 'files' | 'getData'>): readonly File[] => {
  const files = [...data.files];
  if (files.length === 0) return [];
  const html = data.getData('text/html');
  // A copied image comes with an `img`; word processors send a picture of the copied words.
  const words = html.replace(
    /<(?:style|script|head|title)[\s\S]*?<\/(?:style|script|head|title)>|<[^>]*>/gi,
    '',
  );
  return words.trim() === '' && data.getData('text/plain').trim() === '' ? files : [];
};

const IMAGE = /<img\b[^>]*>/gi;
const DATA = /\bsrc=["']data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=\s]+)["']/i;
const ALT = /\balt=(?:"([^"]*)"|'([^']*)')/i;

/** A file with the words for those who do not see it. */
export interface DescribedFile {
  readonly file: File;
  readonly alt?: string;
}

/** Whether the tag of an image has its content inside of itself. Google Docs draws the boxes of tasks as such images. */
export const isDataImage = (image: string): boolean =>
  isImageType(DATA.exec(image)?.[1] ?? '') && !/aria-roledescription=["']checkbox/i.test(image);

// No character of texts.
const MARK = '\uFFFC';

/** The text that stands in the place of an image until it is uploaded. */
export const imagePlace = (index: number): string => `${MARK}${index}${MARK}`;

/** Finds the places of images. */
export const IMAGE_PLACE = new RegExp(`${MARK}(\\d+)${MARK}`);

/** The images that pasted HTML has inside of itself. */
export const imagesInHtml = (html: string): readonly DescribedFile[] =>
  [...html.matchAll(IMAGE)].flatMap(([image], at): DescribedFile[] => {
    const [, type = '', base64 = ''] = DATA.exec(image) ?? [];
    if (!isDataImage(image)) return [];
    const [, quoted, single] = ALT.exec(image) ?? [];
    const alt = (quoted ?? single ?? '').trim();
    const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
    const extension = type.slice('image/'.length).replace('jpeg', 'jpg').replace('svg+xml', 'svg');
    return [{ file: new File([bytes], `image-${at + 1}.${extension}`, { type }), ...(alt && { alt }) }];
  });

/** The number of images in pasted HTML that are files of the computer, which no website can read. */
export const localImagesIn = (html: string): number =>
  [...html.matchAll(IMAGE)].filter(([image]) => /\bsrc=["']file:/i.test(image)).length;
