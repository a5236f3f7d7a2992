/** A page of a template, with its child pages. */
export interface TemplatePage {
  readonly title: string;
  readonly type?: 'group';
  readonly icon?: string;
  readonly description?: string;
  readonly markdown?: string;
  readonly pages?: readonly TemplatePage[];
}
