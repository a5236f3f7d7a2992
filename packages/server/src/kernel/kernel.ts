import type { Blobs } from './blobs/blobs.ts';
import type { Clock } from './clock.ts';
import type { Conversion } from './conversion/conversion.ts';
import type { OpenDatabase } from './database/database.ts';
import type { Egress } from './egress.ts';
import type { EmailSender } from './email.ts';
import type { Events } from './events/events.ts';
import type { Git } from './git.ts';
import type { NewId } from './ids.ts';
import type { Issues } from './issues/issues.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { KeyedMutex } from './keyed-mutex.ts';
import type { LanguageModel } from './language-model.ts';
import type { Links } from './links.ts';
import type { Markdown } from './markdown/markdown.ts';
import type { Metrics } from './metrics.ts';
import type { Oidc } from './oidc.ts';
import type { Specifications } from './openapi/specifications.ts';
import type { PdfRenderer } from './pdf-renderer.ts';
import type { Saml } from './saml.ts';
import type { Scripts } from './scripts.ts';
import type { Secrets } from './secrets.ts';
import type { Signing } from './signing.ts';
import type { Translator } from './translator.ts';

/** What every domain may use; each service takes only the parts it needs. */
export interface Kernel extends Pick<OpenDatabase, 'db' | 'transaction'> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly links: Links;
  readonly signing: Signing;
  readonly secrets: Secrets;
  readonly saml: Saml;
  readonly oidc: Oidc;
  readonly markdown: Markdown;
  readonly specifications: Specifications;
  readonly conversion: Conversion;
  readonly issues: Issues;
  readonly mutex: KeyedMutex;
  readonly blobs: Blobs;
  readonly egress: Egress;
  readonly git: Git;
  /** Without a mail server, nothing is sent by e-mail. */
  readonly emails: EmailSender | undefined;
  /** Without a language model, what it would find is found in simpler ways. */
  readonly languageModel: LanguageModel | undefined;
  readonly pdfRenderer: PdfRenderer;
  /** Where they cannot run, integrations are published and installed, and do nothing. */
  readonly scripts: Scripts;
  /** Without an engine, translations are made by hand. */
  readonly translator: Translator | undefined;
  readonly metrics: Metrics;
  /** Writes a line into the log, for whoever runs the installation. */
  readonly warn: (details: object, message: string) => void;
  /** How much is enough, where the operator may say so. */
  readonly limits: {
    readonly websitePages: number;
    readonly webhookLogDays: number;
    /** From one address; 0 is no limit. */
    readonly signInsPerMinute: number;
    readonly integrationEventsDays: number;
  };
  /** Resolves when this process has heard all that was announced until now. */
  readonly catchUpNotifications: () => Promise<void>;
  /** Is aborted when this process begins to stop: whoever only waits need not wait any longer. */
  readonly shutdown: AbortSignal;
}
