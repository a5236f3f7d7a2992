import Type, { type Static } from 'typebox';
import { Id, OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { Space } from '../../spaces/index.ts';
import { LocalizedText } from '../localized-text.ts';
import { onSite } from '../sites.contract.ts';

/** The name of an icon. */
export const Icon = Type.String({ maxLength: 50 });
/** An expression over the visitor's claims that decides whether a part is shown. */
export const Condition = Type.String({ maxLength: 1024 });
const Published = Type.Object({ published: Type.Optional(Url) });

/** A space in a site: a variant of a section, or of a site without sections. */
export const SiteSpace = Type.Object({
  object: Type.Literal('site-space'),
  id: Id,
  path: Type.String(),
  section: Type.Optional(Id),
  space: Space,
  title: Type.String(),
  default: Type.Boolean(),
  condition: Type.Optional(Condition),
  draft: Type.Literal(false),
  hasAdvancedCustomizationFeature: Type.Boolean(),
  urls: Published,
});

/** A section of a site. */
export const SiteSection = Type.Object({
  object: Type.Literal('site-section'),
  id: Id,
  title: Type.String(),
  localizedTitle: Type.Optional(LocalizedText(128)),
  description: Type.Optional(Type.String()),
  localizedDescription: Type.Optional(LocalizedText(256)),
  default: Type.Boolean(),
  draft: Type.Literal(false),
  path: Type.String(),
  condition: Type.Optional(Condition),
  sectionGroup: Type.Optional(Id),
  siteSpaces: Type.Array(SiteSpace),
  urls: Published,
  icon: Type.Optional(Icon),
});

/** A section group as the API shows it. */
export interface SectionGroup {
  object: 'site-section-group';
  id: string;
  title: string;
  localizedTitle?: Readonly<Record<string, string>>;
  draft: false;
  sections: Static<typeof SiteSection>[];
  sectionGroup?: string;
  children: (Static<typeof SiteSection> | SectionGroup)[];
  icon?: string;
}

const group = {
  object: Type.Literal('site-section-group'),
  id: Id,
  title: Type.String(),
  localizedTitle: Type.Optional(LocalizedText(128)),
  draft: Type.Literal(false),
  sections: Type.Array(SiteSection),
  sectionGroup: Type.Optional(Id),
  icon: Type.Optional(Icon),
};

/** The schema of a section group; nested groups are not validated in depth. */
export const SiteSectionGroup = Type.Unsafe<SectionGroup>(
  Type.Object({
    ...group,
    children: Type.Array(
      Type.Union([SiteSection, Type.Object({ ...group, children: Type.Array(Type.Object({})) })]),
    ),
  }),
);

/** The structure of a site: sections and groups, or site spaces only. */
export const SiteStructure = Type.Union([
  Type.Object({
    type: Type.Literal('sections'),
    structure: Type.Array(Type.Union([SiteSection, SiteSectionGroup])),
  }),
  Type.Object({ type: Type.Literal('siteSpaces'), structure: Type.Array(SiteSpace) }),
]);

/** A position before or after another item. */
export const Position = <S extends Parameters<typeof Type.Optional>[0]>(pointer: S) =>
  Type.Object({ before: Type.Optional(pointer), after: Type.Optional(pointer) });

/** Query parameters of operations that also accept a share link. */
export const ShareKeyQuery = { shareKey: Type.Optional(Type.String({ maxLength: 256 })) };

const ItemPointer = Type.Object({
  type: OneOf(['site-space', 'site-section', 'site-section-group']),
  id: Id,
});

/** The structure of a site as a whole. */
export const structureContract = {
  getSiteStructure: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/structure',
    summary: 'Get the structure of a site: sections and groups, or site spaces only',
    permission: onSite('view'),
    query: Type.Object(ShareKeyQuery),
    responses: { 200: SiteStructure },
  }),
  sortSiteStructure: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/structure/sort',
    summary: 'Move a site space, section or section group before or after another one',
    permission: onSite('admin'),
    body: Type.Object({ item: ItemPointer, position: Position(ItemPointer) }),
    responses: { 200: Type.Union([SiteSpace, SiteSection, SiteSectionGroup]) },
  }),
};
