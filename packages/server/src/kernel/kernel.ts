import type { AskLimits } from './ask-limits.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { Clock } from './clock.ts';
import type { Conversion } from './conversion/conversion.ts';
import type { CountryOf } from './country-of.ts';
import type { OpenDatabase } from './database/database.ts';
import type { Notifications } from './database/notifications.ts';
import type { Egress } from './egress.ts';
import type { EmailSender } from './email.ts';
import type { Events } from './events/events.ts';
import type { Git } from './git.ts';
import type { NewId } from './ids.ts';
import type { Scripts } from './integration-scripts.ts';
import type { Issues } from './issues/issues.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { KeyedMutex } from './keyed-mutex.ts';
import type { LanguageModel } from './language-model.ts';
import type { Links } from './links.ts';
import type { Markdown } from './markdown/markdown.ts';
import type { Metrics } from './metrics.ts';
import type { Oidc } from './oidc.ts';
import type { Specifications } from './openapi/specifications.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { PdfRenderer } from './pdf-renderer.ts';
import type { Saml } from './saml.ts';
import type { Secrets } from './secrets.ts';
import type { Signing } from './signing.ts';
import type { Translator } from './translator.ts';
import type { Webauthn } from './webauthn.ts';

/** The shared dependencies of domains; each service takes only the parts it needs. */
export interface Kernel extends Pick<OpenDatabase, 'db' | 'transaction' | 'afterCommit'> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly links: Links;
  readonly signing: Signing;
  readonly secrets: Secrets;
  readonly passwordHashing: PasswordHashing;
  readonly webauthn: Webauthn;
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
  /** Undefined without a mail server: no e-mail is sent. */
  readonly emails: EmailSender | undefined;
  /** Undefined without a language model: simpler algorithms are used. */
  readonly languageModel: LanguageModel | undefined;
  readonly pdfRenderer: PdfRenderer;
  /** Where scripts cannot run, integrations can be published and installed, but do nothing. */
  readonly scripts: Scripts;
  /** Undefined without a translation service: translations are written by hand. */
  readonly translator: Translator | undefined;
  /** Without a database of addresses, no country is known. */
  readonly countryOf: CountryOf;
  readonly metrics: Metrics;
  /** Logs a warning for the operator. */
  readonly warn: (details: object, message: string) => void;
  /** Limits that the operator can set. */
  readonly limits: {
    readonly websitePages: number;
    readonly webhookLogDays: number;
    /** Per IP address; 0 means no limit. */
    readonly signInsPerMinute: number;
    /** For each integration and IP address; 0 means no limit. */
    readonly endpointCallsPerMinute: number;
    readonly integrationEventsDays: number;
    readonly insightsEventDays: number;
    readonly insightsCountDays: number;
    readonly askPerMinute: AskLimits;
  };
  /** Notifications from all processes. */
  readonly notifications: Pick<Notifications, 'on' | 'onConnectionLost'>;
  /** Resolves when this process has received all notifications sent so far. */
  readonly catchUpNotifications: () => Promise<void>;
  /** Aborted when the process starts to shut down, so that long polls end. */
  readonly shutdown: AbortSignal;
}
