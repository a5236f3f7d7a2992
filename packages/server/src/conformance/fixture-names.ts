/** The fixtures of operations, by the name of their path parameter or body field. */
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
  /** A live space. */
  readonly spaceId: string;
  /** The fingerprint of the deploy key of `spaceId`, which has Git Sync. */
  readonly gitDeployKey: string;
  /** A space right before `spaceId` in the same place. */
  readonly siblingSpaceId: string;
  readonly trashedSpaceId: string;
  /** An earlier revision of `spaceId`; the following fixtures are in it. */
  readonly revisionId: string;
  readonly pageId: string;
  readonly pagePath: string;
  readonly fileId: string;
  /** Signature in the URL of the file. */
  readonly fileSeal: string;
  readonly fileName: string;
  /** Signature in the URL of the PDF of `spaceId`. */
  readonly pdfSeal: string;
  readonly pdfName: string;
  /** Signature in the URL of the export of `spaceId`. */
  readonly exportSeal: string;
  readonly exportName: string;
  /** A date. */
  readonly day: string;
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
  /** The subdomain of the organization. */
  readonly subdomain: string;
  /** Of `siteId`. */
  readonly hostname: string;
  /** A section of `siteId` with one space, one that it has besides, and a group with the first of them in it. */
  readonly siteSectionId: string;
  readonly siblingSectionId: string;
  readonly siteSpaceId: string;
  readonly siteSectionGroupId: string;
  readonly shareLinkId: string;
  readonly siteMcpServerId: string;
  readonly responseId: string;
  /** An uploaded logo of the organization. */
  readonly organizationLogoName: string;
  /** A font of the organization, its file, and the key of a file that the caller uploaded for one. */
  readonly fontId: string;
  readonly fontFileName: string;
  readonly fontFileKey: string;
  /** An uploaded image of `siteId`. */
  readonly siteImageName: string;
  readonly siteRedirectId: string;
  /** Of `spaceId`. */
  readonly translationId: string;
  readonly glossaryEntryId: string;
  /** An active identity provider. */
  readonly samlProviderId: string;
  /** A provisioned user, a provisioned group, and names of SCIM schemas and types. */
  readonly scimUserId: string;
  readonly scimGroupId: string;
  readonly scimName: string;
  readonly scimTypeName: string;
  /** An unreachable identity provider. */
  readonly oidcProviderId: string;
  readonly tokenId: string;
  /** Of the caller. */
  readonly sessionId: string;
  /** Of the caller. */
  readonly passkeyId: string;
  /** A notification of the caller about `spaceId`. */
  readonly notificationId: string;
  readonly auditEventId: string;
  readonly emailDomain: string;
  /** A pending import into `spaceId`, by the administrator. */
  readonly importRunId: string;
  /** A conversation with an issue and its cluster. */
  readonly conversationId: string;
  readonly issueId: string;
  readonly clusterId: string;
  /** A task in `spaceId`, by its administrator. */
  readonly agentTaskId: string;
  /** Signature in an upload URL. */
  readonly uploadSeal: string;
  /** A public specification and its version. */
  readonly specSlug: string;
  readonly versionId: string;
  /** A private integration of the organization, installed there on all spaces and sites, and the file of its icon. */
  readonly integrationName: string;
  readonly installationId: string;
  /** An event of the integration. */
  readonly eventId: string;
  readonly assetName: string;
  /** An HTTP endpoint of the integration. */
  readonly endpoint: string;
  /** A webhook and one of its deliveries. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** Another organization that the caller administers. */
  readonly elsewhereId: string;
  /** An address of the console, a file of its build, and the name of an icon. */
  readonly consolePath: string;
  readonly consoleFile: string;
  readonly iconName: string;
  readonly diagramPath: string;
  readonly fontPath: string;
}

/** The name of a fixture. */
export type FixtureName = keyof Fixtures;
