import type { Document } from '@lectern/document';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Laptop, Moon, Smartphone, Sun, Tablet } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { readPageDocument, readTableOfContents } from '../../pages/content-place.ts';
import { useArrivals, usePageContext } from '../../pages/use-page-context.ts';
import { firstPageOf, type PageNode, tableOfContents } from '../../spaces/tree/page-node.ts';
import { readStructure, type Site, type SiteParams } from '../queries.ts';
import { type SiteSpace, structureNodes, structureTree } from '../structure/structure-node.ts';
import own from './customization.module.css';
import { type Customization, servedFonts } from './draft.ts';
import { renderPreview } from './render-preview.ts';
import theme from './site-theme.css?inline';

const DEVICES = [
  { id: 'desktop', label: 'Desktop', width: 1280, icon: Laptop },
  { id: 'tablet', label: 'Tablet', width: 820, icon: Tablet },
  { id: 'phone', label: 'Phone', width: 390, icon: Smartphone },
] as const;
const MODES = [
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

const EMPTY_FRAME = '<!doctype html><html lang="en"><title>Preview</title><body></body></html>';

/** Shows HTML in a frame that runs no scripts. The frame stays, so that it keeps its place while one types. */
const Frame = ({
  html,
  css,
  fonts,
  mode,
  width,
}: {
  readonly html: string;
  readonly css: string;
  /** The names of fonts that the server has. */
  readonly fonts: readonly string[];
  readonly mode: 'light' | 'dark';
  readonly width: number;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [size, setSize] = useState({ width, height: 600 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const shown = frame.current?.contentDocument;
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!isLoaded || !shown || !view) return;
    // The policy of the console allows no style elements.
    const sheets = [theme, css].map((text) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    shown.adoptedStyleSheets = sheets;
    const links = fonts.map((name) => {
      const link = shown.createElement('link');
      link.rel = 'stylesheet';
      link.href = `/app/fonts/${name}/font.css`;
      return link;
    });
    const before = [...shown.head.querySelectorAll('link')].map(({ href }) => href).join();
    if (before !== links.map(({ href }) => href).join()) shown.head.replaceChildren(...links);
    const page = new DOMParser().parseFromString(html, 'text/html');
    const root = shown.documentElement;
    root.lang = page.documentElement.lang;
    root.dir = page.documentElement.dir;
    root.dataset.theme = mode;
    root.dataset.toggle = page.documentElement.dataset.toggle ?? 'false';
    const top = root.scrollTop;
    page.body.inert = true;
    shown.body.replaceWith(shown.adoptNode(page.body));
    root.scrollTop = top;
  }, [isLoaded, html, css, fonts, mode]);
  const scale = Math.min(1, size.width / width);
  return (
    <div ref={box} className={own.box}>
      <iframe
        ref={frame}
        title="Preview of the site"
        className={own.frame}
        sandbox="allow-same-origin"
        srcDoc={EMPTY_FRAME}
        tabIndex={-1}
        style={{
          width,
          height: size.height / scale,
          transform: `scale(${scale})`,
          left: Math.max(0, (size.width - width * scale) / 2),
        }}
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
};

/** One of a few in a row of buttons. */
const Toggle = <Id extends string>({
  legend,
  options,
  value,
  onChange,
}: {
  readonly legend: string;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly icon: typeof Sun }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}) => (
  <fieldset className={own.toggle}>
    <legend className="sr-only">{legend}</legend>
    {options.map(({ id, label, icon: Icon }) => (
      <button
        key={id}
        type="button"
        title={label}
        aria-label={label}
        aria-pressed={value === id}
        onClick={() => onChange(id)}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
    ))}
  </fieldset>
);

interface PreviewProps {
  readonly params: SiteParams;
  readonly site: Site;
  readonly settings: Customization;
  /** The site space whose settings these are; otherwise the first one is shown. */
  readonly siteSpaceId?: string | undefined;
}

const PagePreview = ({
  params,
  site,
  settings,
  siteSpace,
  pages,
  first,
}: PreviewProps & {
  readonly siteSpace: SiteSpace;
  readonly pages: readonly PageNode[];
  /** The page that is shown. */
  readonly first: PageNode;
}) => {
  const [device, setDevice] = useState<(typeof DEVICES)[number]['id']>('desktop');
  const [mode, setMode] = useState<'light' | 'dark'>('light');
  const spaceId = siteSpace.space.id;
  const { data: structure } = useSuspenseQuery(readStructure(params));
  const { data: page } = useSuspenseQuery(readPageDocument({ spaceId }, first.id, 'expressions-only'));
  const pageContext = usePageContext(spaceId, undefined, pages);
  const arrivals = useArrivals(pageContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived is read through the context
  const { html, css } = useMemo(
    () =>
      renderPreview(settings, {
        siteTitle: site.title,
        language: siteSpace.space.language ?? 'en',
        structure: structureNodes(structure),
        section: siteSpace.section,
        pages,
        page: { id: page.id, title: page.title, description: (page as { description?: string }).description },
        document: (page as unknown as { document: Document }).document,
        context: pageContext.context,
      }),
    [settings, site.title, siteSpace, structure, pages, page, pageContext, arrivals],
  );
  const fonts = useMemo(() => servedFonts(settings), [settings]);
  return (
    <>
      <div className={own.previewTools}>
        <Toggle legend="Device" options={DEVICES} value={device} onChange={setDevice} />
        <Toggle legend="Theme" options={MODES} value={mode} onChange={setMode} />
      </div>
      <Frame
        html={html}
        css={css}
        fonts={fonts}
        mode={mode}
        width={DEVICES.find(({ id }) => id === device)!.width}
      />
    </>
  );
};

const NoPreview = () => (
  <p className={own.noPreview}>The preview shows the first page of the site, which has none yet.</p>
);

const SpacePreview = ({ siteSpace, ...props }: PreviewProps & { readonly siteSpace: SiteSpace }) => {
  const { data: contents } = useSuspenseQuery(readTableOfContents({ spaceId: siteSpace.space.id }));
  const pages = tableOfContents(contents);
  const first = firstPageOf(pages);
  return first ? <PagePreview {...props} siteSpace={siteSpace} pages={pages} first={first} /> : <NoPreview />;
};

/** The first page of a site as readers would see it with these settings, before they are saved. */
export const Preview = (props: PreviewProps) => {
  const { data } = useSuspenseQuery(readStructure(props.params));
  const items = structureTree.flatten(structureNodes(data)).map(({ item }) => item);
  const section = items.find((item) => item.object === 'site-section' && item.default);
  const siteSpaces = items.filter((item) => item.object === 'site-space');
  const shown =
    siteSpaces.find(({ id }) => id === props.siteSpaceId) ??
    siteSpaces.find((item) => item.default && (!section || item.section === section.id)) ??
    siteSpaces[0];
  return shown ? <SpacePreview {...props} siteSpace={shown} /> : <NoPreview />;
};
