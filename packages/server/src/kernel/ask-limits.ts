/** How many questions a language model answers per minute; 0 means no limit. */
export interface AskLimits {
  readonly organization: number;
  readonly site: number;
  /** For each member, and for each IP address of visitors. */
  readonly visitor: number;
}
