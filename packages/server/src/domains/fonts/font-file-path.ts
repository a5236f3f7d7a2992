/** The path of a file of a font. */
export const fontFilePath = (organizationId: string, name: string): string =>
  `/font-files/${organizationId}/${name}`;
