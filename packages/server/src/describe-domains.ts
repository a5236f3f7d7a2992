import { createDomains } from './domains.ts';

/** The domains without a server, for the OpenAPI document and the list of jobs. */
export const describeDomains = (publicUrl: string) => {
  const nothing = new Proxy({}, { get: () => nothing }) as never;
  const absent = async () => {
    throw new Error('The domains were created without a server');
  };
  return createDomains(
    nothing,
    { isReady: absent, metrics: absent, sendInternalRequest: absent },
    () => publicUrl,
    nothing,
  );
};
