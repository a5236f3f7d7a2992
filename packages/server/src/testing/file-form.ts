/** A multipart form with one file. */
export const fileForm = (content: string | Buffer, name = 'note.txt'): FormData => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
};
