/** What an operation can be called on, by the name of the path parameter or of the field that takes it. */
export interface Fixtures {
  readonly organizationId: string;
  /** A member with the role `read`. */
  readonly userId: string;
  readonly callerId: string;
  readonly teamId: string;
  readonly collectionId: string;
  readonly nestedCollectionId: string;
  /** A collection right before `collectionId` in the same place. */
  readonly siblingCollectionId: string;
  /** A space that is edited live, and kept in step with a repository. */
  readonly spaceId: string;
  /** A space right before `spaceId` in the same place. */
  readonly siblingSpaceId: string;
  readonly trashedSpaceId: string;
  /** A revision of `spaceId` that is not its last; what follows is in it. */
  readonly revisionId: string;
  readonly pageId: string;
  readonly pagePath: string;
  readonly fileId: string;
  /** Of the address of its bytes. */
  readonly fileSeal: string;
  readonly fileName: string;
  /** Of the address of `spaceId` as PDF. */
  readonly pdfSeal: string;
  readonly pdfName: string;
  readonly reusableContentId: string;
  readonly documentId: string;
  /** A change request of `spaceId`, made by its administrator. */
  readonly changeRequestId: string;
  readonly reviewId: string;
  /** A comment of `spaceId`, by its administrator, with a reply; and the same of `changeRequestId`. */
  readonly commentId: string;
  readonly commentReplyId: string;
  readonly changeRequestCommentId: string;
  readonly changeRequestReplyId: string;
  readonly inviteId: string;
  readonly spaceInviteId: string;
  readonly collectionInviteId: string;
  readonly siteId: string;
  /** The name that the organization got with its site. */
  readonly subdomain: string;
  /** Of `siteId`. */
  readonly hostname: string;
  /** A section of `siteId` with one space, one that it has besides, and a group with the first of them in it. */
  readonly siteSectionId: string;
  readonly siblingSectionId: string;
  readonly siteSpaceId: string;
  readonly siteSectionGroupId: string;
  readonly shareLinkId: string;
  readonly siteRedirectId: string;
  /** Of `spaceId`. */
  readonly translationId: string;
  readonly glossaryEntryId: string;
  /** An identity provider that people can come from. */
  readonly samlProviderId: string;
  /** Whom it provisioned, a group of them, and what it calls what they are. */
  readonly scimUserId: string;
  readonly scimGroupId: string;
  readonly scimName: string;
  readonly scimTypeName: string;
  /** Another, which cannot be reached. */
  readonly oidcProviderId: string;
  readonly tokenId: string;
  /** Of the caller. */
  readonly sessionId: string;
  /** Something about `spaceId` that the caller was told. */
  readonly notificationId: string;
  readonly auditEventId: string;
  readonly emailDomain: string;
  /** An import into `spaceId` that is to begin, by the organization's administrator. */
  readonly importRunId: string;
  /** A conversation with an issue, and the cluster that this is in. */
  readonly conversationId: string;
  readonly issueId: string;
  readonly clusterId: string;
  /** Of the address that a file is to be sent to. */
  readonly uploadSeal: string;
  /** A specification that everybody may read, and its version. */
  readonly specSlug: string;
  readonly versionId: string;
  /** A private integration of the organization, installed there on all spaces and sites, and the file of its icon. */
  readonly integrationName: string;
  readonly installationId: string;
  /** What it was told. */
  readonly eventId: string;
  readonly assetName: string;
  /** An address of the integration. */
  readonly endpoint: string;
  /** A webhook, and something that was sent to it. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** An organization that the caller administers besides this one. */
  readonly elsewhereId: string;
  readonly kind: string;
  readonly id: string;
}

/** A thing by its name. */
export type FixtureName = keyof Fixtures;
