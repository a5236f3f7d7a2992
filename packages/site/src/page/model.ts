import type { ContentRef, PageLayout } from '@lectern/document';
import type { Customization } from '../customization/settings.ts';
import type { LinkTarget } from '../document/context.ts';
import type { OutlineEntry } from '../document/outline.ts';
import type { Html } from '../html/html.ts';

/** A link with its words. */
export interface Link {
  readonly title: string;
  readonly href: string;
}

/** One of several things to switch between. */
export interface Choice extends Link {
  readonly isCurrent?: boolean;
  /** The code of its language, where it is one. */
  readonly language?: string;
}

/** A section of a site, or a group of them. */
export interface SectionItem {
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  /** Where it leads; a group leads nowhere itself. */
  readonly href?: string;
  readonly isCurrent?: boolean;
  readonly children?: readonly SectionItem[];
}

/** A page, a group of pages or a link in the navigation. */
export interface NavigationItem {
  readonly id: string;
  readonly type: 'document' | 'group' | 'link';
  readonly title: string;
  readonly href?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly children: readonly NavigationItem[];
}

/** The pages of a space as the list beside each of them. */
export interface Navigation {
  /** How many characters it keeps. */
  readonly size: number;
  /** The list as it is at a page, by its id, or at none. */
  at(id: string | undefined): Html;
}

/** What all pages of a site, or of one of its sections and variants, have in common. */
export interface SiteFrame {
  readonly title: string;
  readonly home: string;
  /** The language of the content. */
  readonly language: string;
  /** The language that the interface speaks. */
  readonly locale: string;
  readonly customization: Customization;
  /** Where the style sheets, the script and the font that every page needs are. */
  readonly assets: {
    readonly theme: string;
    readonly customization: string;
    readonly script: string;
    readonly font?: string | undefined;
  };
  /** The addresses of scripts that others put into every page. */
  readonly scripts?: readonly string[];
  /** Where a member who looks at the site before others do stops doing so. */
  readonly preview?: { readonly leave: string };
  /** The page that searches, and the address that answers the dialog with `SearchAnswer`. */
  readonly search: { readonly page: string; readonly endpoint: string };
  readonly sections?: readonly SectionItem[];
  readonly variants?: readonly Choice[];
  readonly languages?: readonly Choice[];
  readonly navigation: Navigation;
  hrefOf(ref: ContentRef): LinkTarget | undefined;
}

/** What machines are told about a page. */
export interface PageMetadata {
  /** The page's own address, whole. */
  readonly url: string;
  /** Where it is at home, if that is elsewhere. */
  readonly canonical?: string;
  readonly alternates?: readonly { readonly href: string; readonly language?: string }[];
  readonly isIndexed: boolean;
  /** Titles between the page's and the site's: its section and variant. */
  readonly titles?: readonly string[];
  readonly image?: string;
  readonly markdown?: string;
  readonly rss?: string;
}

/** A page to render. */
export interface PageModel {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly layout?: Partial<PageLayout>;
  readonly cover?: { readonly src: string; readonly srcDark?: string; readonly height?: number };
  /** What `renderDocument` made. */
  readonly body: string;
  readonly outline: readonly OutlineEntry[];
  readonly breadcrumbs?: readonly { readonly title: string; readonly href?: string }[];
  readonly previous?: Link;
  readonly next?: Link;
  /** What an empty page lists. */
  readonly children?: readonly NavigationItem[];
  readonly updatedAt?: string;
  readonly actions?: { readonly edit?: string; readonly mcp?: string };
  readonly feedback?: { readonly action: string; readonly isThanked?: boolean };
  /** Where it is told that somebody looks at the page. */
  readonly view?: string;
  /** What its blocks of integrations need. */
  readonly blocks?: { readonly theme: string; readonly script?: string };
  readonly metadata: PageMetadata;
}

/** One thing that a search found. */
export interface SearchResult extends Link {
  /** Where it stands: the titles of the section and pages around it. */
  readonly place?: string;
  readonly excerpt?: string;
}

/** What the address of the search dialog answers. */
export interface SearchAnswer {
  readonly items: readonly SearchResult[];
}
