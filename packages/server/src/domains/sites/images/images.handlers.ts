import type { Handlers } from '../../../kernel/contract/operation.ts';
import { type imagesContract, MAX_IMAGE_BYTES } from './images.contract.ts';
import type { ImagesService } from './images.service.ts';

/** Maps operations to the service, and its results to responses. */
export const imagesHandlers = (images: ImagesService): Handlers<typeof imagesContract> => ({
  uploadSiteImage: async ({ caller, subject, upload }) => {
    const { file } = await upload((bytes) => images.receive(subject, bytes, MAX_IMAGE_BYTES));
    return { object: 'site-image' as const, ...(await images.add(caller, subject, file)) };
  },
  readSiteImage: ({ params }) => images.download(params.siteId, params.siteImageName),
});
