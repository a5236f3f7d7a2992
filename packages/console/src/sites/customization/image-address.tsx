import type { ComponentProps } from 'react';
import { uploadSiteImage } from '../../api/upload.ts';
import * as primitives from '../../primitives/image-address.tsx';
import { useSite } from '../queries.ts';

/** The address of an image of a site, which can be uploaded. */
export const ImageAddress = (props: Omit<ComponentProps<typeof primitives.ImageAddress>, 'upload'>) => {
  const { params } = useSite();
  return <primitives.ImageAddress {...props} upload={(file) => uploadSiteImage(params, file)} />;
};
