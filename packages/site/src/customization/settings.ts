import type { ContentRef } from '@lectern/document';

/** A color for the light and the dark mode. */
export interface ThemedColor {
  readonly light: string;
  readonly dark: string;
}

/** A URL for the light and the dark mode. */
export type ThemedUrl = ThemedColor;

/** A font by name, or an uploaded font. */
export type Font =
  | string
  | {
      readonly id: string;
      readonly custom?: true;
      readonly fontFamily: string;
      readonly fontFaces: readonly {
        readonly weight: number;
        readonly sources: readonly { readonly url: string; readonly format?: string }[];
      }[];
    };

/** A link to content. */
export interface ContentLink {
  readonly title: string;
  readonly to: ContentRef;
}

/** A header link with an optional submenu. */
export interface HeaderItem {
  readonly title: string;
  readonly style?: 'link' | 'button-primary' | 'button-secondary';
  readonly to: ContentRef | null;
  readonly links: readonly ContentLink[];
  /** The visibility condition; the caller evaluates it before rendering. */
  readonly condition?: string;
}

/** An account on another platform, and where it is linked. */
export interface SocialAccount {
  readonly platform: string;
  readonly handle: string;
  readonly display: { readonly header: boolean; readonly footer: boolean };
}

/** The customization settings of the API that affect rendering. */
export interface Customization {
  readonly title?: string;
  readonly styling: {
    readonly theme: 'clean' | 'muted' | 'bold' | 'gradient';
    readonly primaryColor: ThemedColor;
    readonly tint?: { readonly color: ThemedColor };
    readonly infoColor: ThemedColor;
    readonly successColor: ThemedColor;
    readonly warningColor: ThemedColor;
    readonly dangerColor: ThemedColor;
    readonly corners: 'rounded' | 'straight' | 'circular';
    readonly depth: 'subtle' | 'flat';
    readonly links: 'default' | 'accent';
    readonly font: Font;
    readonly monospaceFont: Font;
    readonly sidebar: {
      readonly background: 'default' | 'filled';
      readonly list: 'default' | 'pill' | 'line';
    };
    readonly search: 'subtle' | 'prominent';
    readonly icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
  };
  /** The language of the interface if the content has none. */
  readonly internationalization?: { readonly locale: string };
  readonly favicon: { readonly icon?: ThemedUrl; readonly emoji?: string };
  readonly header: {
    readonly preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
    readonly logo?: ThemedUrl;
    readonly backgroundColor?: ThemedColor;
    readonly linkColor?: ThemedColor;
    readonly links: readonly HeaderItem[];
  };
  readonly footer: {
    readonly logo?: ThemedUrl;
    readonly groups: readonly { readonly title: string; readonly links: readonly ContentLink[] }[];
    readonly copyright?: string;
  };
  readonly announcement?: {
    readonly enabled: boolean;
    readonly message: string;
    readonly link?: ContentLink;
    readonly style: 'info' | 'warning' | 'danger' | 'success';
  };
  readonly themes: { readonly default: 'light' | 'dark' | 'system'; readonly toggeable: boolean };
  readonly pdf: { readonly enabled: boolean };
  readonly feedback: { readonly enabled: boolean };
  /** Whether questions of readers are answered. */
  readonly ai?: { readonly mode: 'none' | 'search' | 'assistant' };
  readonly git: { readonly showEditLink: boolean };
  readonly pageActions: { readonly externalAI: boolean; readonly markdown: boolean; readonly mcp: boolean };
  readonly externalLinks: { readonly target: 'self' | 'blank' };
  readonly pagination: { readonly enabled: boolean };
  readonly trademark: { readonly enabled: boolean };
  readonly socialPreview?: { readonly url?: string };
  readonly privacyPolicy?: { readonly url?: string };
  readonly socialAccounts?: readonly SocialAccount[];
}

const both = (color: string): ThemedColor => ({ light: color, dark: color });

/** The default customization. */
export const defaultCustomization: Customization = {
  styling: {
    theme: 'clean',
    primaryColor: both('#346DDB'),
    infoColor: both('#787878'),
    successColor: both('#00C950'),
    warningColor: both('#FE9A00'),
    dangerColor: both('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    sidebar: { background: 'default', list: 'default' },
    search: 'subtle',
  },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true, mcp: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
};
