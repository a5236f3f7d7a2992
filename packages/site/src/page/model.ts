import type { ContentRef, PageLayout } from '@lectern/document';
import type { Customization } from '../customization/settings.ts';
import type { LinkTarget } from '../document/context.ts';
import type { OutlineEntry } from '../document/outline.ts';
import type { Html } from '../html/html.ts';
import type { SymbolOf } from '../html/named-icons.ts';

/** A link. */
export interface Link {
  readonly title: string;
  readonly href: string;
}

/** An option of the language or version switcher. */
export interface SwitcherOption extends Link {
  readonly isCurrent?: boolean;
  /** The language code, for languages. */
  readonly language?: string;
}

/** A section of a site, or a group of them. */
export interface SectionItem {
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  /** The URL; undefined for groups. */
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

/** The rendered table of contents of a space. */
export interface Navigation {
  /** The number of cached characters. */
  readonly size: number;
  /** The table of contents for a page by id, or for none. */
  at(id: string | undefined): Html;
}

/** A change request in the banner of its preview. */
export interface PreviewedChange {
  readonly title: string;
  /** The URL of the change request. */
  readonly href: string;
  readonly author: string;
  readonly pages: readonly Link[];
}

/** The layout that all pages of a site variant share. */
export interface SiteLayout {
  readonly title: string;
  readonly home: string;
  /** The language of the content. */
  readonly language: string;
  /** The language of the interface. */
  readonly locale: string;
  readonly customization: Customization;
  /** The URLs of the style sheets, the script and the preloaded font. */
  readonly assets: {
    readonly theme: string;
    readonly customization: string;
    readonly script: string;
    readonly font?: string | undefined;
  };
  /** The scripts of integrations, and the files of pages that have some. */
  readonly integrations?: {
    readonly style: string;
    readonly script: string;
    readonly scripts: readonly string[];
    /** Scripts that wait for the reader's consent to cookies. */
    readonly cookieScripts: readonly string[];
  };
  /** Shown to a member who previews the site. */
  readonly preview?: {
    /** The URL that ends the preview. */
    readonly leave: string;
    readonly change?: PreviewedChange;
  };
  /** The URL of the search page, and the endpoint of the search dialog, which returns a `SearchResponse`. */
  readonly search: { readonly page: string; readonly endpoint: string };
  /** Where questions are answered, if the site answers any. */
  readonly ask?: { readonly page: string };
  readonly sections?: readonly SectionItem[];
  readonly variants?: readonly SwitcherOption[];
  readonly languages?: readonly SwitcherOption[];
  readonly navigation: Navigation;
  /** The icons that content names. */
  readonly symbolOf: SymbolOf;
  hrefOf(ref: ContentRef): LinkTarget | undefined;
}

/** The metadata of a page for search engines and other programs. */
export interface PageMetadata {
  /** The absolute URL of the page. */
  readonly url: string;
  /** The canonical URL, if it is another one. */
  readonly canonical?: string;
  readonly alternates?: readonly { readonly href: string; readonly language?: string }[];
  readonly isIndexed: boolean;
  /** The titles of the section and the variant. */
  readonly titles?: readonly string[];
  readonly image?: string;
  readonly markdown?: string;
  readonly rss?: string;
}

/** The model of a page. */
export interface PageModel {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly layout?: Partial<PageLayout>;
  readonly cover?: { readonly src: string; readonly srcDark?: string; readonly height?: number };
  /** The HTML of the document, from `renderDocument`. */
  readonly body: string;
  readonly outline: readonly OutlineEntry[];
  readonly breadcrumbs?: readonly { readonly title: string; readonly href?: string }[];
  readonly previous?: Link;
  readonly next?: Link;
  /** The subpages that an empty page lists. */
  readonly children?: readonly NavigationItem[];
  readonly updatedAt?: string;
  readonly actions?: {
    readonly edit?: string;
    readonly mcp?: string;
    readonly pdf?: string;
    readonly pdfOfAll?: string;
  };
  readonly feedback?: { readonly action: string; readonly isThanked?: boolean };
  /** The URL that counts page views. */
  readonly view?: string;
  /** The style sheets and scripts that only some pages load. */
  readonly files?: { readonly styles: readonly string[]; readonly scripts: readonly string[] };
  readonly metadata: PageMetadata;
}

/** The start and end of a match in a text. */
export type Match = readonly [start: number, end: number];

/** A search result. */
export interface SearchResult extends Link {
  readonly titleMatches?: readonly Match[];
  /** The titles of its section and parent pages. */
  readonly place?: string;
  /** The heading of the section that was found. */
  readonly heading?: string;
  readonly headingMatches?: readonly Match[];
  readonly excerpt?: string;
  /** The matches in the excerpt. */
  readonly matches?: readonly Match[];
}

/** An answer to a question, or that there is none. */
export interface ShownAnswer {
  /** Its blocks as HTML; undefined if the pages do not answer the question. */
  readonly content: string | undefined;
  /** Further questions. */
  readonly followups: readonly string[];
}

/** The response to the search dialog. */
export interface SearchResponse {
  readonly items: readonly SearchResult[];
}
