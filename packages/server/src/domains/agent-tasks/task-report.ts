/** A section that was found for a task. */
export interface TaskSource {
  readonly page: string;
  readonly title: string;
  /** The path of the page when it was found. */
  readonly path: string;
  /** The heading of the section; absent for the part before the first heading. */
  readonly heading?: string;
  readonly anchor?: string;
}

/** Why the model changed a page or wrote a new one. */
export interface TaskReason {
  /** Absent for a new page. */
  readonly page?: string;
  readonly title: string;
  readonly reason: string;
}

/** What was found for a task and written, and why. */
export interface TaskReport {
  /** The model that was asked, if there is one. */
  readonly model?: string;
  readonly sources: readonly TaskSource[];
  readonly reasons: readonly TaskReason[];
  /** The hash of the description that the change request was given; one that a person has changed is not replaced. */
  readonly described?: string;
}
