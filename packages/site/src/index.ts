export { type AccountModel, renderAccount, renderLeaveOrganization } from './account-pages/account.ts';
export { renderAuthorization } from './account-pages/authorization.ts';
export { renderInvitation } from './account-pages/invitation.ts';
export type { FormToken, Notice } from './account-pages/layout.ts';
export { renderRecovery } from './account-pages/recovery.ts';
export { renderSetup } from './account-pages/setup.ts';
export { renderMessage, renderSignIn, renderSignInLink } from './account-pages/sign-in.ts';
export { renderSignInTest } from './account-pages/sign-in-test.ts';
export { renderConsent, renderConsentRequired } from './account-pages/sso-consent.ts';
export { createHighlighter } from './all-languages.ts';
export {
  readAccountPageStyles,
  readAssets,
  readDiagramScript,
  readPasskeyScript,
  type SiteAssets,
} from './assets.ts';
export {
  type ComponentOutput,
  frameSourcesOf,
  type IntegrationBlock,
  withBoundValues,
} from './contentkit/elements.ts';
export { isInteractive } from './contentkit/render.ts';
export { renderCustomizationCss } from './customization/css.ts';
export { facesOf } from './customization/fonts.ts';
export { type Customization, defaultCustomization } from './customization/settings.ts';
export {
  DIAGRAM_FRAME_POLICY,
  type DiagramFile,
  readDiagramFile,
  readDiagramVersion,
} from './diagrams.ts';
export { isDiagram } from './document/code.ts';
export type { Embed, FileTarget, LinkTarget, RenderContext, Token } from './document/context.ts';
export {
  blocksIn,
  colorOf,
  emojiOf,
  fragmentOf,
  nodeText,
  objectOf,
  refOf,
  textIn,
} from './document/data.ts';
export { FRAME_HOSTS } from './document/embeds.ts';
export { type OutlineEntry, outlineOf, syntaxesOf } from './document/outline.ts';
export { type PageParts, pagePartsOf } from './document/page-parts.ts';
export { formatBytes } from './document/pictures.ts';
export { renderDocument } from './document/render.ts';
export {
  type Column,
  columnsOf,
  coverOf,
  fileRef,
  listOf,
  type Row,
  rowsOf,
} from './document/table-cells.ts';
export { type FontFile, readFont } from './fonts.ts';
export type { Highlighter } from './highlighter.ts';
export { createSymbols, type IconSet, readIconSet } from './html/icon-set.ts';
export { iconFile, iconImage, iconNameOf, type SymbolOf } from './html/named-icons.ts';
export { isPolicyHost, isRelativePath, safeUrl } from './html/url.ts';
export { directionOf, formatDate } from './language/format.ts';
export { type Messages, messagesFor } from './language/messages.ts';
export { renderLinkEmail } from './link-email.ts';
export { LLMS_PART_PAGES, type LlmsIndex, renderLlms, renderLlmsFull } from './machine/llms.ts';
export {
  type MarkdownPage,
  markdownList,
  renderMissingMarkdown,
  renderPageMarkdown,
} from './machine/markdown.ts';
export { renderRss, updatesOf } from './machine/rss.ts';
export { renderRobots, renderSitemap, renderSitemapPages } from './machine/sitemap.ts';
export { renderMath } from './math.ts';
export type { OpenApiDocument } from './openapi/description.ts';
export { withAbsoluteServers } from './openapi/servers.ts';
export { createSizeEstimate, type SizeEstimate } from './openapi/size.ts';
export { serverOriginsIn } from './openapi/try-it.ts';
export { renderAskPage } from './page/ask-page.ts';
export { renderAuthorizePage } from './page/authorize-page.ts';
export type {
  Match,
  Navigation,
  NavigationItem,
  PageModel,
  PreviewedChange,
  SearchResponse,
  SearchResult,
  SectionItem,
  SiteLayout,
} from './page/model.ts';
export { prepareNavigation } from './page/navigation.ts';
export { renderNotFound, renderPage, renderSearchPage } from './page/page.ts';
